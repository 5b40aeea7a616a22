import { createHash } from 'node:crypto'
import type { Db } from '../db/database.ts'
import { AppError } from '../http/errors.ts'
import { newId } from '../ids.ts'
import type { Moment } from '../moment.ts'

/** One attempt to check out: this request has it alone until it is released or its lease runs out. */
export type Attempt = {
  keyHash: string
  lease: string
  /** Made by an earlier try. */
  orderId: string | null
}

/** A process that dies with a request leaves its key to the next try after this long. */
const leaseMs = 30_000

/**
 * Header `Idempotency-Key`, bare or as a quoted string. IETF draft-ietf-httpapi-idempotency-key-header.
 * @throws AppError 400 `idempotency_key_required`
 */
export function readIdempotencyKey(header: string | undefined): string {
  const key = header?.replace(/^"(.*)"$/, '$1') ?? ''
  if (/^[\x21-\x7e]{16,255}$/.test(key)) return key
  const detail = 'Send an Idempotency-Key of 16 to 255 visible ASCII characters.'
  throw new AppError(400, 'idempotency_key_required', detail)
}

/**
 * Takes a key for this request. The same content again gets what the first one made.
 * @param content what the two must have in common: of a bounded depth, its members always in the same order
 * @throws AppError 422 `idempotency_key_reused` for another content, 409 `in_progress` while another request has it
 */
export async function takeKey(
  db: Db,
  { key, content }: { key: string; content: object },
  { now, random }: Moment,
): Promise<Attempt> {
  const keyHash = hash(`checkout ${key}`)
  const fingerprint = hash(JSON.stringify(content))
  const lease = newId('lease', random)
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
    .returning('order_id')
    .executeTakeFirst()
  if (taken) return { keyHash, lease, orderId: taken.order_id }
  throw await refusal(db, keyHash, fingerprint)
}

async function refusal(db: Db, keyHash: string, fingerprint: string): Promise<AppError> {
  const known = await db
    .selectFrom('idempotency_keys')
    .select('fingerprint')
    .where('key_hash', '=', keyHash)
    .executeTakeFirst()
  if (known && known.fingerprint !== fingerprint) {
    return new AppError(422, 'idempotency_key_reused', 'This Idempotency-Key was sent with another body.')
  }
  return inProgress()
}

function inProgress(): AppError {
  return new AppError(409, 'in_progress', 'The same order is being placed right now.')
}

/**
 * Ties the key to its order, in the order's transaction.
 * @throws AppError 409 `in_progress` where the lease ran out and another request has taken over
 */
export async function bindOrder(trx: Db, { keyHash, lease }: Attempt, orderId: string): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('idempotency_keys')
    .set({ order_id: orderId })
    .where('key_hash', '=', keyHash)
    .where('lease', '=', lease)
    .where('order_id', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw inProgress()
}

/** Gives the key back; one that made no order is forgotten, so that a mended body may use it. */
export async function releaseKey(db: Db, { keyHash, lease }: Attempt): Promise<void> {
  const ours = { key_hash: keyHash, lease }
  await db
    .deleteFrom('idempotency_keys')
    .where((is) => is.and(ours))
    .where('order_id', 'is', null)
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
