import { isDeepStrictEqual } from 'node:util'
import { isRefundedOnlyWhole, leftToRefund, nothingToRefund, onlyWholeRefund } from '#shared/desk/refunds.ts'
import { formatMoney } from '#shared/pricing/money.ts'
import type { LicenceWebhookContext } from '../../licences/licensing/licence-webhooks.ts'
import { cardProvider, recordAudit } from '../../runtime/audit.ts'
import type { Db, Trx } from '../../runtime/db/database.ts'
import type { LicenceRow } from '../../runtime/db/rows/licences.ts'
import type { OrderRow } from '../../runtime/db/rows/orders.ts'
import { newId } from '../../runtime/ids.ts'
import type { Moment } from '../../runtime/moment.ts'
import { AppError } from '../../web/http/errors.ts'
import { invalidField } from '../../web/http/parse.ts'
import { attentionOf } from './attention.ts'
import type { WantedRefund } from './refund-order.ts'
import { changedMeanwhile } from './revision.ts'
import { revokeRefunded } from './revoke-licences.ts'

/** `amount` is the licence's share of the line's price, in cents. */
type RefundableLicence = Pick<LicenceRow, 'id' | 'plan' | 'status' | 'email'> & {
  keyHint: string
  amount: number
}

type RefundPlan = {
  amount: number
  /** Whether the refund takes the whole rest, which ends all keys. */
  isRest: boolean
  licences: RefundableLicence[]
}

/**
 * Decides a refund's amount in cents, and the licences that it ends.
 * @throws AppError 409 if the refund exceeds what is left, 422 for licences of another order
 */
export async function planRefund(
  db: Db,
  order: OrderRow,
  { amount, licences: ids = [] }: WantedRefund,
): Promise<RefundPlan> {
  const left = refundable(order)
  if (left <= 0) {
    const detail = `Order ${order.number} is ${nothingToRefund({ ...order, attention: attentionOf(order) })}`
    throw new AppError(409, 'order_not_refundable', detail)
  }
  const own = await refundableLicences(db, order.id)
  const named = own.filter(({ id, status }) => ids.includes(id) && status !== 'revoked')
  if (named.length < new Set(ids).size) {
    const detail = 'A licence isn’t this order’s, or is revoked already.'
    throw invalidField('/licences', detail)
  }
  const price = named.reduce((sum, licence) => sum + licence.amount, 0)
  const given = amount ?? (named.length > 0 ? Math.min(left, price) : left)
  const sum = formatMoney(left, order.currency)
  if (given < 1 || given > left) {
    throw new AppError(409, 'refund_too_large', `Of order ${order.number}, ${sum} is left to refund.`)
  }
  const isRest = given === left
  if (!isRest && isRefundedOnlyWhole(order.status)) {
    const detail = `Order ${order.number} is ${onlyWholeRefund(order.status, sum)}`
    throw new AppError(409, 'order_not_refundable', detail)
  }
  return {
    amount: given,
    isRest,
    licences: isRest ? own.filter(({ status }) => status !== 'revoked') : named,
  }
}

/** Cents that can still be refunded. */
export function refundable({ received_amount: receivedAmount, ...order }: OrderRow): number {
  return leftToRefund({ ...order, receivedAmount, attention: attentionOf(order) })
}

/** If a line's cents don't divide by its quantity, its first licences get the remainder. */
async function refundableLicences(db: Db, orderId: string): Promise<RefundableLicence[]> {
  const rows = await db
    .selectFrom('licences')
    .innerJoin('order_lines', 'order_lines.id', 'licences.order_line_id')
    .select(['licences.id', 'licences.key_hint', 'licences.plan', 'licences.status', 'licences.email'])
    .select(['licences.ordinal', 'order_lines.amount', 'order_lines.qty'])
    .where('order_lines.order_id', '=', orderId)
    .orderBy('order_lines.position')
    .orderBy('licences.ordinal')
    .execute()
  return rows.map(({ key_hint: keyHint, ordinal, amount, qty, ...licence }) => ({
    ...licence,
    keyHint,
    amount: Math.floor(amount / qty) + (ordinal < amount % qty ? 1 : 0),
  }))
}

type AskedRefund = {
  order: OrderRow
  refunded: number
  licences: RefundableLicence[]
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
