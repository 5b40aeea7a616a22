import { createHmac } from 'node:crypto'
import type { Db, Trx } from '../../runtime/db/database.ts'
import type { LicenceRow, OldKeyRow } from '../../runtime/db/rows/licences.ts'
import type { Random } from '../../runtime/ids.ts'
import type { HeldSecrets, Secrets } from '../../runtime/keys/data-secret.ts'
import { seal, unseal } from '../../runtime/keys/seal.ts'
import { hashDeadKey } from './replaced-keys.ts'

/** Columns that don't reveal the key. @param key normalised by `normaliseLicenceKey` */
export function storedOldKey(
  key: string,
  { secrets, random }: { secrets: HeldSecrets; random: Random },
): Pick<OldKeyRow, 'key_lookup' | 'hash_cipher' | 'key_hint'> {
  return { ...sealHash(hashDeadKey(key), { secrets, random }), key_hint: hintOfOldKey(key) }
}

/** @param key normalised by `normaliseLicenceKey` */
export function oldKeyLookup(key: string, secrets: Secrets): string {
  return lookupOf(hashDeadKey(key), secrets)
}

/** @param key normalised by `normaliseLicenceKey` */
export function findByOldKey(db: Db, key: string, secrets: Secrets): Promise<LicenceRow | undefined> {
  return db
    .selectFrom('old_keys')
    .innerJoin('licences', 'licences.id', 'old_keys.licence_id')
    .selectAll('licences')
    .where('old_keys.key_lookup', '=', oldKeyLookup(key, secrets))
    .where('old_keys.replaced_at', 'is', null)
    .executeTakeFirst()
}

/** Marks them as replaced, so that they are refused. @returns their hints */
export async function endOldKeys(
  trx: Trx,
  { id, updates_until }: Pick<LicenceRow, 'id' | 'updates_until'>,
  { secrets, now }: { secrets: Secrets; now: Date },
): Promise<string[]> {
  const replaced_at = now.toISOString()
  const ended = await trx
    .updateTable('old_keys')
    .set({ replaced_at })
    .where('licence_id', '=', id)
    .where('replaced_at', 'is', null)
    .returning(['key_lookup', 'hash_cipher', 'key_hint'])
    .execute()
  if (ended.length === 0) return []
  const dead = ended.map((key) => ({
    key_hash: openHash(key, secrets),
    licence_id: id,
    key_hint: key.key_hint,
    replaced_at,
    updates_until,
  }))
  await trx.insertInto('replaced_keys').values(dead).execute()
  return ended.map(({ key_hint }) => key_hint)
}

/** Makes the same keys findable under another secret. */
export function resealOldKey(
  row: Pick<OldKeyRow, 'key_lookup' | 'hash_cipher'>,
  { before, after, random }: { before: Secrets; after: HeldSecrets; random: Random },
): Pick<OldKeyRow, 'key_lookup' | 'hash_cipher'> {
  return sealHash(openHash(row, before), { secrets: after, random })
}

/** "…9XQ4". Short keys show less. */
export function hintOfOldKey(key: string): string {
  return `…${key.slice(-Math.min(4, Math.floor(key.length / 3)))}`
}

function sealHash(hash: string, { secrets, random }: { secrets: HeldSecrets; random: Random }) {
  const key_lookup = lookupOf(hash, secrets)
  const sealing = { key: secrets.of(encryption), row: rowOf(key_lookup), random }
  return { key_lookup, hash_cipher: seal(Buffer.from(hash, 'hex'), sealing) }
}

function openHash(
  { key_lookup, hash_cipher }: Pick<OldKeyRow, 'key_lookup' | 'hash_cipher'>,
  secrets: Secrets,
) {
  return unseal(hash_cipher, { key: secrets.of(encryption), row: rowOf(key_lookup) }).toString('hex')
}

function lookupOf(hash: string, secrets: Secrets): string {
  return createHmac('sha256', secrets.of('old key look-up')).update(hash).digest('hex')
}

const encryption = 'old key'

function rowOf(lookup: string): string {
  return `old_keys ${lookup}`
}
