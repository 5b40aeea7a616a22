import { isRefundedOnlyWhole, leftToRefund, nothingToRefund, onlyWholeRefund } from '#shared/desk/refunds.ts'
import { formatMoney } from '#shared/pricing/money.ts'
import type { Db } from '../../runtime/db/database.ts'
import type { LicenceRow } from '../../runtime/db/rows/licences.ts'
import type { OrderRow } from '../../runtime/db/rows/orders.ts'
import { AppError } from '../../web/http/errors.ts'
import { invalidField } from '../../web/http/parse.ts'
import { attentionOf } from './attention.ts'
import type { WantedRefund } from './refund-order.ts'

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
