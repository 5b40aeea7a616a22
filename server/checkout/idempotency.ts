import { createHash } from 'node:crypto'
import type { Db } from '../db/database.ts'
import { AppError } from '../http/errors.ts'
import { newId } from '../ids.ts'
import type { Moment } from '../moment.ts'

/** A request holds its attempt until it releases the key or the lease runs out. */
export type Attempt = {
  keyHash: string
  lease: string
  /** Set by an earlier try. */
  orderId: string | null
}

/** If a process dies during a request, the next try waits this long. */
const leaseMs = 30_000

/** Reads a bare or quoted header (IETF draft-ietf-httpapi-idempotency-key-header). @throws AppError 400 `idempotency_key_required` */
export function readIdempotencyKey(header: string | undefined): string {
  const key = header?.replace(/^"(.*)"$/, '$1') ?? ''
  if (/^[\x21-\x7e]{16,255}$/.test(key)) return key
  const detail = 'Send an Idempotency-Key of 16 to 255 visible ASCII characters.'
  throw new AppError(400, 'idempotency_key_required', detail)
}

/**
 * Leases a key; a repeat gets the first request's order.
 * @param content of bounded depth, with members in constant order
 * @throws AppError 422 `idempotency_key_reused` for other content, 409 `in_progress` during another request
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

/** Runs in the order's transaction. @throws AppError 409 `in_progress` if another request took over the expired lease */
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

/** Forgets a key without an order, so that a corrected body may reuse it. */
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
