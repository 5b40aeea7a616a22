import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { groupsOfLicenceKey, hintOfLicenceKey } from '#shared/licensing/licence-key.ts'
import type { Trx } from '../../runtime/db/database.ts'
import { readBatches } from '../../runtime/db/read-batches.ts'
import type { LicenceRow } from '../../runtime/db/rows/licences.ts'
import type { Random } from '../../runtime/ids.ts'
import type { HeldSecrets, Secrets } from '../../runtime/keys/data-secret.ts'
import { seal, unseal } from '../../runtime/keys/seal.ts'

/** The HMAC finds the licence, and the cipher decrypts its key. @param key normalised by `readLicenceKey` */
export function storedKey(
  id: string,
  key: string,
  { secrets, random }: { secrets: HeldSecrets; random: Random },
): Pick<LicenceRow, 'key_lookup' | 'key_cipher' | 'key_hint' | 'key_groups'> {
  return {
    key_lookup: keyLookup(key, secrets),
    key_cipher: seal(Buffer.from(key), { key: secrets.of(encryption), row: rowOf(id), random }),
    key_hint: hintOfLicenceKey(key),
    key_groups: groupsOfLicenceKey(key)
      .map((group) => groupLookup(group, secrets))
      .join(' '),
  }
}

/** Encrypting this many keys blocks the event loop for about 5 ms. */
export const keysAtOnce = 100

/** Yields all licences in batches of `keysAtOnce`. */
export function readLicences(trx: Trx): AsyncGenerator<LicenceRow[]> {
  return readBatches({ id: '' }, ({ id }) =>
    trx.selectFrom('licences').selectAll().where('id', '>', id).orderBy('id').limit(keysAtOnce).execute(),
  )
}

/** Writes the keys of many licences at once, by licence id. */
export async function writeKeys(
  trx: Trx,
  keys: readonly ({ id: string } & ReturnType<typeof storedKey>)[],
): Promise<void> {
  const fresh = keys.map(
    ({ id, key_lookup, key_cipher, key_hint, key_groups }) =>
      sql`(${id}, ${key_lookup}, ${key_cipher}, ${key_hint}, ${key_groups})`,
  )
  // Both engines name the columns of VALUES column1, column2 and so on.
  await sql`update licences set key_lookup = fresh.column2, key_cipher = fresh.column3, key_hint = fresh.column4,
      key_groups = fresh.column5
    from (values ${sql.join(fresh)}) as fresh where licences.id = fresh.column1`.execute(trx)
}

/**
 * Search token for a group, which reveals nothing of it without the secret. Search stores every prefix of a
 * word, so it has only three Chinese characters of 14 bits each.
 */
export function groupLookup(group: string, secrets: Secrets): string {
  const hash = createHmac('sha256', secrets.of('licence key groups')).update(group).digest()
  const letters = [0, 2, 4].map((at) => firstIdeograph + (hash.readUInt16BE(at) >> 2))
  return String.fromCharCode(...letters)
}

const firstIdeograph = 0x4e00

/** @param key normalised by `readLicenceKey` */
export function keyLookup(key: string, secrets: Secrets): string {
  return createHmac('sha256', secrets.of('licence look-up')).update(key).digest('hex')
}

/** @throws Error if the cipher was changed or belongs to another row */
export function revealKey(
  { id, key_cipher }: Pick<LicenceRow, 'id' | 'key_cipher'>,
  secrets: Secrets,
): string {
  try {
    return unseal(key_cipher, { key: secrets.of(encryption), row: rowOf(id) }).toString()
  } catch (cause) {
    throw new Error(`The stored key of ${id} doesn’t open: it was changed, or moved here.`, { cause })
  }
}

const encryption = 'licence key'

function rowOf(id: string): string {
  return `licences ${id}`
}
