import { hkdfSync } from 'node:crypto'
import type { Db, Trx } from '../db/database.ts'
import type { Schema } from '../db/schema.ts'
import type { Random } from '../ids.ts'
import { StartError } from '../start-error.ts'
import { seal, unseal } from './seal.ts'
import type { SigningKey } from './signing-keys.ts'

export type Secrets = {
  generation: number
  of(purpose: string): Buffer
}

/** The secrets can't be replaced before the transaction ends, so it may store what they encrypt. */
export type HeldSecrets = Secrets & { held: true }

export type DataSecret = {
  /** For values that aren't stored, such as an order's token. */
  secrets(db: Db): Promise<Secrets>
  /** For values that this transaction stores. Call it before locking an encrypted row, to avoid deadlocks. */
  holdSecrets(trx: Trx): Promise<HeldSecrets>
  readSealed<Result>(db: Db, read: (secrets: Secrets) => Promise<Result>): Promise<Result>
  /** All processes use the old secret until this commits. @param reencrypt must re-encrypt all stored rows */
  replaceSecrets<Result>(
    db: Db,
    reencrypt: (trx: Trx, secrets: { before: Secrets; after: HeldSecrets }) => Promise<Result>,
  ): Promise<Result>
}

const id = 'current'
const row = `data_secrets ${id}`

/**
 * Encrypted with the first signing key, so a stolen database reveals nothing.
 * @throws StartError if no signing key decrypts it
 */
export async function openDataSecret(
  db: Db,
  keys: readonly [SigningKey, ...SigningKey[]],
  random: Random,
): Promise<DataSecret> {
  const [signer] = keys
  await db
    .insertInto('data_secrets')
    .values({ id, generation: 1, ...wrap(random(32)) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await rewrap()
  let opened = open(await readStored(db))

  async function current(from: Db, lock?: Lock): Promise<HeldSecrets> {
    const stored = await readStored(from, lock)
    // After a rotation elsewhere, the same secret may be encrypted under a key that this process lacks.
    if (stored.generation === opened.generation) return opened
    const newer = open(stored)
    opened = newer
    return newer
  }

  return {
    secrets: (from) => current(from),
    holdSecrets: (trx) => current(trx, 'share'),
    async readSealed(from, read) {
      for (;;) {
        const secrets = opened
        const [outcome] = await Promise.allSettled([read(secrets)])
        // Replaced secrets never come back, so current secrets were current during the read.
        if ((await current(from)).generation !== secrets.generation) continue
        if (outcome.status === 'rejected') throw outcome.reason
        return outcome.value
      }
    },
    replaceSecrets: (from, reencrypt) =>
      from.transaction().execute(async (trx) => {
        const before = await current(trx, 'update')
        const secret = random(32)
        const after = toSecrets(secret, before.generation + 1)
        const result = await reencrypt(trx, { before, after })
        const replaced = { generation: after.generation, ...wrap(secret) }
        await trx.updateTable('data_secrets').set(replaced).where('id', '=', id).execute()
        return result
      }),
  }

  /** Overwrites only the secret that it read, because another process may replace it meanwhile. */
  async function rewrap(): Promise<void> {
    const stored = await readStored(db)
    if (stored.kid === signer.kid) return
    const { numUpdatedRows } = await db
      .updateTable('data_secrets')
      .set(wrap(unwrap(stored)))
      .where('id', '=', id)
      .where('wrapped', '=', stored.wrapped)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) await rewrap()
  }

  function open(stored: DataSecretRow): HeldSecrets {
    return toSecrets(unwrap(stored), stored.generation)
  }

  function wrap(secret: Buffer): Pick<DataSecretRow, 'kid' | 'wrapped'> {
    return wrapUnder(signer, secret, random)
  }

  function unwrap({ kid, wrapped }: DataSecretRow): Buffer {
    return unseal(wrapped, { key: requireSealer(keys, kid).wrapping, row })
  }
}

/** @throws StartError if none of the keys encrypted the database's secret */
export function requireSealer(keys: readonly SigningKey[], kid: string): SigningKey {
  const key = keys.find((each) => each.kid === kid)
  if (key) return key
  throw new StartError(
    `The database was made with another licence signing key: it needs ${kid}, and was given ${keys.map((each) => each.kid).join(', ')}. Put ${kid} in its place, in LICENCE_SIGNING_KEY or DATA_DIR. ${lastResort}`,
  )
}

export const lastResort = 'If it is lost for good: npm run admin -- keys replace-lost --dry-run'

/**
 * Creates a new secret with the first key if no key decrypts the old one, whose data is lost.
 * @param reissue runs in the same transaction, and must replace all encrypted data
 * @throws Error if a key still decrypts the old secret
 */
export function replaceLostSecret<Result>(
  db: Db,
  { keys, random }: { keys: readonly [SigningKey, ...SigningKey[]]; random: Random },
  reissue: (trx: Trx, after: HeldSecrets) => Promise<Result>,
): Promise<Result> {
  return db.transaction().execute(async (trx) => {
    const { kid, generation } = await readStored(trx, 'update')
    requireLost(keys, kid)
    const secret = random(32)
    const after = toSecrets(secret, generation + 1)
    const result = await reissue(trx, after)
    const replaced = { generation: after.generation, ...wrapUnder(keys[0], secret, random) }
    await trx.updateTable('data_secrets').set(replaced).where('id', '=', id).execute()
    return result
  })
}

/** @throws Error if one of the keys decrypts the secret */
export function requireLost(keys: readonly SigningKey[], sealedBy: string): void {
  if (!keys.some(({ kid }) => kid === sealedBy)) return
  throw new Error(`${sealedBy} opens the database, so it isn’t lost. To change it, put a new key before it.`)
}

function wrapUnder({ kid, wrapping }: SigningKey, secret: Buffer, random: Random) {
  return { kid, wrapped: seal(secret, { key: wrapping, row, random }) }
}

type DataSecretRow = Schema['data_secrets']

export async function findSealingKey(db: Db): Promise<string | null> {
  const stored = await db.selectFrom('data_secrets').select('kid').where('id', '=', id).executeTakeFirst()
  return stored?.kid ?? null
}

type Lock = 'share' | 'update'

function readStored(db: Db, lock?: Lock): Promise<DataSecretRow> {
  return db
    .selectFrom('data_secrets')
    .selectAll()
    .where('id', '=', id)
    .$if(lock !== undefined, (query) => (lock === 'share' ? query.forShare() : query.forUpdate()))
    .executeTakeFirstOrThrow()
}

function toSecrets(secret: Buffer, generation: number): HeldSecrets {
  const drawn = new Map<string, Buffer>()
  return {
    generation,
    of(purpose) {
      const known = drawn.get(purpose) ?? Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
      drawn.set(purpose, known)
      return known
    },
    held: true,
  }
}
