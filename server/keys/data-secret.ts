import { hkdfSync } from 'node:crypto'
import type { Database, Db, Trx } from '../db/database.ts'
import type { Schema } from '../db/schema.ts'
import type { Random } from '../ids.ts'
import { StartError } from '../start-error.ts'
import { seal, unseal } from './seal.ts'
import type { SigningKey } from './signing-keys.ts'

/** What one data secret yields. */
export type Secrets = {
  /** Grows by one whenever the data secret is replaced. */
  generation: number
  /** 32 bytes for one purpose; the same in every process of the site. */
  of(purpose: string): Buffer
}

/** Secrets that nobody replaces before a transaction ends, so it may store what they encrypt. */
export type HeldSecrets = Secrets & { held: true }

export type DataSecret = {
  /** The secrets of this moment. They serve what isn't stored, such as an order's token. */
  secrets(db: Db): Promise<Secrets>
  /**
   * The secrets of this transaction. They serve what it stores. Call it before the transaction locks an encrypted row,
   * or it and a replacement can deadlock.
   */
  holdSecrets(trx: Trx): Promise<HeldSecrets>
  /** Reads encrypted rows. Calls `read` again when the secrets were replaced in between. */
  readSealed<Result>(db: Db, read: (secrets: Secrets) => Promise<Result>): Promise<Result>
  /**
   * Replaces the data secret. Every process uses the old one until this commits, and the new one from then on.
   * @param reencrypt encrypts all stored rows again
   */
  replaceSecrets<Result>(
    db: Db,
    reencrypt: (trx: Trx, secrets: { before: Secrets; after: HeldSecrets }) => Promise<Result>,
  ): Promise<Result>
}

const id = 'current'
const row = `data_secrets ${id}`

/**
 * Opens the database's data secret, makes it at the first start, and encrypts it under the first signing key.
 * @throws StartError when none of the signing keys opens it
 */
export async function openDataSecret(
  { db, engine }: Pick<Database, 'db' | 'engine'>,
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
    const stored = await readStored(from, engine === 'postgres' ? lock : undefined)
    // After a rotation elsewhere, the same secret can lie under a key that this process lacks.
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
        // Replaced secrets never come back, so those that are current now were current at the rows.
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
    return { kid: signer.kid, wrapped: seal(secret, { key: signer.wrapping, row, random }) }
  }

  function unwrap({ kid, wrapped }: DataSecretRow): Buffer {
    const key = keys.find((each) => each.kid === kid)
    if (key) return unseal(wrapped, { key: key.wrapping, row })
    throw new StartError(
      `The database was made with another licence signing key: it needs ${kid}, and was given ${keys.map((each) => each.kid).join(', ')}. Put ${kid} in its place, in LICENCE_SIGNING_KEY or DATA_DIR.`,
    )
  }
}

type DataSecretRow = Schema['data_secrets']

/** @returns the kid of the signing key that the data secret is encrypted under; null before the first start */
export async function findSealingKey(db: Db): Promise<string | null> {
  const stored = await db.selectFrom('data_secrets').select('kid').where('id', '=', id).executeTakeFirst()
  return stored?.kid ?? null
}

/** PostgreSQL's row locks. SQLite's transactions lock the whole database already. */
type Lock = 'share' | 'update'

function readStored(db: Db, lock?: Lock): Promise<DataSecretRow> {
  return db
    .selectFrom('data_secrets')
    .selectAll()
    .where('id', '=', id)
    .$if(lock === 'share', (query) => query.forShare())
    .$if(lock === 'update', (query) => query.forUpdate())
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
