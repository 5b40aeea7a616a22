import { createHash } from 'node:crypto'
import type { Db } from '../../runtime/db/database.ts'
import type { IdempotencyKeys } from '../../runtime/db/rows/orders.ts'
import { randomId } from '../../runtime/ids.ts'
import type { Moment } from '../../runtime/moment.ts'
import { AppError } from '../http/errors.ts'
import { openAnswer, sealAnswer } from './sealed-answer.ts'

/**
 * Binds a request, in the same transaction, to the object that it made or changed.
 * @param made the object's id
 */
export type Bind = (trx: Db, made: string) => Promise<void>

/** A request holds its attempt until it releases the key or the lease runs out. */
export type Attempt = {
  keyHash: string
  lease: string
  /** Id of the object that an earlier try made or changed. */
  made: string | null
  /** Absent until the whole answer was stored. */
  answer?: unknown
}

/** Time that a retry waits if the process died during the request. */
const leaseMs = 30_000

/** Reads a bare or quoted header (IETF draft-ietf-httpapi-idempotency-key-header). @throws AppError 400 `idempotency_key_required` */
export function readIdempotencyKey(header: string | string[] | undefined): string {
  const key = String(header ?? '').replace(/^"(.*)"$/, '$1')
  if (/^[\x21-\x7e]{16,255}$/.test(key)) return key
  const detail = 'Send an Idempotency-Key of 16 to 255 visible ASCII characters.'
  throw new AppError(400, 'idempotency_key_required', detail)
}

/**
 * @property scope owner of the key
 * @property content of bounded depth, with members in constant order
 * @property lastsMs time after which the key counts as new; absent until the purge
 */
type KeyedRequest = { scope: string; key: string; content: object; lastsMs?: number }

/**
 * Leases a key; a repeat gets what the first request made.
 * @throws AppError 422 `idempotency_key_reused` for other content, 409 `in_progress` during another request
 */
export async function takeKey(
  db: Db,
  { scope, key, content, lastsMs }: KeyedRequest,
  { now, random }: Moment,
): Promise<Attempt> {
  const keyHash = hash(`${scope} ${key}`)
  if (lastsMs !== undefined) await forget(db, keyHash, new Date(now.getTime() - lastsMs))
  const fingerprint = hash(JSON.stringify(content))
  const lease = randomId('lease', random)
  const leased = { lease, leased_until: new Date(now.getTime() + leaseMs).toISOString() }
  const row = { key_hash: keyHash, fingerprint, order_id: null, created_at: now.toISOString(), ...leased }
  const taken = await db
    .insertInto('idempotency_keys')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('key_hash')
        .doUpdateSet(leased)
        .where('idempotency_keys.fingerprint', '=', fingerprint)
        .where((is) =>
          is.or([
            is('idempotency_keys.leased_until', 'is', null),
            is('idempotency_keys.leased_until', '<=', now.toISOString()),
          ]),
        ),
    )
    .returning(['order_id', 'made', 'answer'])
    .executeTakeFirst()
  if (!taken) throw await refusal(db, keyHash, fingerprint)
  const { order_id, made, answer } = taken
  return {
    keyHash,
    lease,
    made: order_id ?? made,
    ...(answer !== null && { answer: openAnswer(answer, { key, keyHash }) }),
  }
}

/** Deletes a key from before `time`, unless a request holds it. */
async function forget(db: Db, keyHash: string, time: Date): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where('key_hash', '=', keyHash)
    .where('created_at', '<', time.toISOString())
    .where('lease', 'is', null)
    .execute()
}

async function refusal(db: Db, keyHash: string, fingerprint: string): Promise<AppError> {
  const known = await db
    .selectFrom('idempotency_keys')
    .select('fingerprint')
    .where('key_hash', '=', keyHash)
    .executeTakeFirst()
  return known && known.fingerprint !== fingerprint ? keyReused() : inProgress()
}

export function keyReused(): AppError {
  return new AppError(422, 'idempotency_key_reused', 'This Idempotency-Key was sent with another body.')
}

function inProgress(): AppError {
  return new AppError(409, 'in_progress', 'The same request is being carried out right now.')
}

/**
 * Call it in the transaction of the request's effect, so that a repeat never causes it twice.
 * @param made the id of what it made or changed, in `order_id` for a placed order
 * @throws AppError 409 `in_progress` if another request took over the expired lease
 */
export async function bindKey(
  trx: Db,
  { keyHash, lease }: Attempt,
  made: Partial<Pick<IdempotencyKeys, 'order_id' | 'made'>>,
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('idempotency_keys')
    .set(made)
    .where('key_hash', '=', keyHash)
    .where('lease', '=', lease)
    .where('order_id', 'is', null)
    .where('made', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw inProgress()
}

/** Stores the first answer of a bound key. */
export async function keepAnswer(
  db: Db,
  { keyHash }: Attempt,
  { key, answer }: { key: string; answer: unknown },
  { random }: Moment,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('idempotency_keys')
    .set({ answer: sealAnswer(answer, { key, keyHash, random }) })
    .where('key_hash', '=', keyHash)
    .where('made', 'is not', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Error('The request did something without binding its key.')
}

/** Unbinds a key whose object has ended, so that a repeat makes another. */
export async function unbindKey(db: Db, { keyHash, lease }: Attempt): Promise<void> {
  await db
    .updateTable('idempotency_keys')
    .set({ order_id: null })
    .where('key_hash', '=', keyHash)
    .where('lease', '=', lease)
    .execute()
}

/** Deletes a key without effects, so that a corrected body may reuse it. */
export async function releaseKey(db: Db, { keyHash, lease }: Attempt): Promise<void> {
  const ours = { key_hash: keyHash, lease }
  await db
    .deleteFrom('idempotency_keys')
    .where((is) => is.and(ours))
    .where('order_id', 'is', null)
    .where('made', 'is', null)
    .execute()
  await db
    .updateTable('idempotency_keys')
    .set({ lease: null, leased_until: null })
    .where((is) => is.and(ours))
    .execute()
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
