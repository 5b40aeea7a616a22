import { isDeepStrictEqual } from 'node:util'
import type { LicenceWebhookContext } from '../../licences/licensing/licence-webhooks.ts'
import { cardProvider, recordAudit } from '../../runtime/audit.ts'
import type { Db, Trx } from '../../runtime/db/database.ts'
import type { OrderRow } from '../../runtime/db/rows/orders.ts'
import { newId } from '../../runtime/ids.ts'
import type { Moment } from '../../runtime/moment.ts'
import { changedMeanwhile } from './revision.ts'
import { revokeRefunded } from './revoke-licences.ts'

type AskedRefund = {
  order: OrderRow
  refunded: number
  /** Those that the refund ends. */
  licences: readonly { id: string }[]
  reason: string | undefined
  who: string
}

/** Longer than the provider's two tries of ten seconds. */
export const refundAnswerMs = 30_000

/**
 * Stores a request until the provider reports the refund. A repeat by the same person resumes it.
 * @returns the request's id
 * @throws AppError 409 `changed_meanwhile` while another request may still be carried out
 */
export async function askForRefund(
  trx: Trx,
  { order, refunded, licences, reason, who }: AskedRefund,
  { now, random }: Moment,
): Promise<string> {
  const request = {
    order_id: order.id,
    refunded,
    reason: reason ?? null,
    licence_ids: JSON.stringify(licences.map(({ id }) => id)),
    who,
  }
  const earlier = await trx
    .selectFrom('refunds')
    .selectAll()
    .where('order_id', '=', order.id)
    .where('done_at', 'is', null)
    .executeTakeFirst()
  const isRepeated = isDeepStrictEqual({ ...earlier, ...request }, { ...earlier })
  if (earlier && !isRepeated && now.getTime() - Date.parse(earlier.asked_at) < refundAnswerMs) {
    const detail = `Another refund of order ${order.number} is under way. Nothing was done.`
    throw await changedMeanwhile(trx, order, detail)
  }
  // The provider recognises a repeated request by its id.
  const id = earlier && isRepeated ? earlier.id : newId('ref', { now, random })
  // An older request failed; otherwise the provider would have reported its refund.
  if (earlier) await dropRequest(trx, earlier.id)
  const row = { ...request, id, asked_at: now.toISOString(), done_at: null }
  await trx.insertInto('refunds').values(row).execute()
  return id
}

/** Does nothing once the provider has reported the refund. */
export async function dropRequest(db: Db, id: string): Promise<void> {
  await db.deleteFrom('refunds').where('id', '=', id).where('done_at', 'is', null).execute()
}

/**
 * Ends the licences that the refund names. The audit records who asked; without a request, the card provider.
 * @returns the reason
 */
export async function carryOutRefund(
  trx: Trx,
  { before, order }: { before: OrderRow; order: OrderRow },
  context: LicenceWebhookContext,
): Promise<string | null> {
  const asked = await trx
    .updateTable('refunds')
    .set({ done_at: context.now.toISOString() })
    .where('order_id', '=', order.id)
    .where('done_at', 'is', null)
    .where('refunded', '<=', order.refunded)
    .returningAll()
    .executeTakeFirst()
  const { who, reason, licence_ids } = asked ?? { who: cardProvider, reason: null, licence_ids: '[]' }
  const licences = JSON.parse(licence_ids) as string[]
  // A mail of its own reports what a bank took at the same time.
  const taken = order.taken_back - before.taken_back
  const change = {
    before: { status: before.status, refunded: before.refunded + taken },
    after: { status: order.status, refunded: order.refunded, licences, ...(reason && { reason }) },
  }
  await recordAudit(trx, { who, act: 'order.refunded', subject: order.id, ...change }, context)
  for (const id of licences) await revokeRefunded(trx, id, { who, order: order.number }, context)
  return reason
}
