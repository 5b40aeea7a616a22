import { hkdfSync } from 'node:crypto'
import type { Database, Db, Trx } from '../db/database.ts'
import type { Schema } from '../db/schema.ts'
import type { Random } from '../ids.ts'
import { StartError } from '../start-error.ts'
import { seal, unseal } from './seal.ts'
import type { SigningKey } from './signing-keys.ts'

/** What is drawn from the data secret, as it is at one moment. */
export type Secrets = {
  /** Grows by one whenever the data secret is replaced. */
  generation: number
  /** 32 bytes for one purpose; the same in every process of the site. */
  of(purpose: string): Buffer
}

/** Secrets that nobody replaces before a transaction ends: what they encrypt may be stored by it. */
export type HeldSecrets = Secrets & { held: true }

export type DataSecret = {
  /** As they are now: for what isn't stored, such as the token of an order. */
  secrets(db: Db): Promise<Secrets>
  /**
   * For what is stored: nobody replaces them before the transaction ends. Ask before the transaction locks a row that
   * is encrypted, or it and a replacement wait for each other.
   */
  holdSecrets(trx: Trx): Promise<HeldSecrets>
  /** For rows that are encrypted: runs `read` once more where the secrets were replaced meanwhile. */
  readSealed<Result>(db: Db, read: (secrets: Secrets) => Promise<Result>): Promise<Result>
  /**
   * Replaces the data secret. Every process uses the old one until it has ended, and the new one after it.
   * @param reencrypt encrypts again all that is stored
   */
  replaceSecrets<Result>(
    db: Db,
    reencrypt: (trx: Trx, secrets: { before: Secrets; after: HeldSecrets }) => Promise<Result>,
  ): Promise<Result>
}

const id = 'current'
const row = `data_secrets ${id}`

/**
 * Opens the database's data secret, which is made at the first start, and encrypts it under the signing key of now.
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
  let opened = open(await read(db))

  async function current(from: Db, lock?: Lock): Promise<HeldSecrets> {
    const stored = await read(from, lock)
    // The same secret may be under a signing key by now that this process doesn't have.
    if (stored.generation === opened.generation) return opened
    const newer = open(stored)
    opened = newer
    return newer
  }

  return {
    secrets: (from) => current(from),
    holdSecrets: (trx) => current(trx, 'share'),
    async readSealed(from, work) {
      for (;;) {
        const secrets = opened
        const [outcome] = await Promise.allSettled([work(secrets)])
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
        await trx
          .updateTable('data_secrets')
          .set({ generation: after.generation, ...wrap(secret) })
          .where('id', '=', id)
          .execute()
        return result
      }),
  }

  /** Other processes may be rotating or replacing it: only what was read is written over. */
  async function rewrap(): Promise<void> {
    const stored = await read(db)
    if (stored.kid === signer.kid) return
    const { numUpdatedRows } = await db
      .updateTable('data_secrets')
      .set(wrap(unwrap(stored)))
      .where('id', '=', id)
      .where('wrapped', '=', stored.wrapped)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) await rewrap()
  }

  function read(from: Db, lock?: Lock): Promise<DataSecretRow> {
    return from
      .selectFrom('data_secrets')
      .selectAll()
      .where('id', '=', id)
      .$if(engine === 'postgres' && lock === 'share', (query) => query.forShare())
      .$if(engine === 'postgres' && lock === 'update', (query) => query.forUpdate())
      .executeTakeFirstOrThrow()
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
      `The database was made with another licence signing key (${kid}). Put that key after the new one in LICENCE_SIGNING_KEY, or in DATA_DIR.`,
    )
  }
}

/** Of PostgreSQL. A transaction of SQLite's holds the whole database already. */
type Lock = 'share' | 'update'

type DataSecretRow = Schema['data_secrets']

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
