import { followOrder } from '../codes/uses.ts'
import type { Trx } from '../db/database.ts'
import type { OrderRow } from '../db/schema.ts'
import { AppError } from '../http/errors.ts'
import { issueAdjustmentNote } from '../invoices/issue.ts'
import { loadPdf } from '../invoices/pdf.ts'
import { enqueueMail } from '../mail/outbox.ts'
import { momentOf } from '../moment.ts'
import type { Payment } from './next-status.ts'
import { lockOrder, recordEvent, updateOrder } from './order-store.ts'
import { type Shop, settle } from './settle.ts'

const waiting = ['pending', 'expired', 'cancelled', 'review']

/**
 * The operator has seen the money of an order on the account, or accepts what a card order in review was paid. Nobody can
 * pay it by card afterwards.
 * @throws AppError 409 when the order isn't waiting for money
 */
export async function markPaid(shop: Shop, { id }: OrderRow): Promise<OrderRow | null> {
  // Where the customer has paid meanwhile, that is what counts.
  const order = await settle(shop, id)
  if (order && waiting.includes(order.status)) await shop.payments?.closeSession(order)
  return settle(shop, id, (current) => {
    const { number, status, total, currency } = current
    if (!waiting.includes(status)) {
      throw new AppError(409, 'order_not_payable', `Order ${number} is ${status} already.`)
    }
    return paymentOf(current, { received: { amount: total, currency } })
  })
}

/**
 * Gives money back: through the provider where it came through it, else by telling the books that it was done.
 * @param amount cents; the whole rest when it isn't given
 * @throws AppError 409 when there is nothing to refund, or less than that
 */
export async function refundOrder(shop: Shop, { id }: OrderRow, amount?: number): Promise<OrderRow | null> {
  const order = await settle(shop, id)
  if (!order?.payment_intent) {
    return settle(shop, id, (current) => {
      const refunded = refundedWith(current, amount)
      return paymentOf(current, { received: receivedOf(current), refunded })
    })
  }
  const refunded = refundedWith(order, amount)
  if (!shop.payments) {
    throw new AppError(409, 'stripe_not_configured', 'Set STRIPE_SECRET_KEY to refund a card payment.')
  }
  await shop.payments.refund(order, refunded - order.refunded, refunded)
  return settle(shop, id)
}

/**
 * How much a refund gives back, in cents, and whether that is all that is left.
 * @throws AppError 409 as `refundOrder`
 */
export function planRefund(order: OrderRow, amount?: number): { amount: number; isRest: boolean } {
  const received = receivedOf(order)
  const left = received ? Math.min(order.total, received.amount) - order.refunded : 0
  if (left <= 0) {
    const detail = `Order ${order.number} is ${order.status}: nothing to refund.`
    throw new AppError(409, 'order_not_refundable', detail)
  }
  const given = amount ?? left
  if (given < 1 || given > left) {
    throw new AppError(409, 'refund_too_large', `Of order ${order.number}, ${left} cents are left to refund.`)
  }
  return { amount: given, isRest: given === left }
}

/** The cumulative refund with this one. */
function refundedWith(order: OrderRow, amount?: number): number {
  return order.refunded + planRefund(order, amount).amount
}

/**
 * Closes an order that nobody is going to pay. Money that comes all the same still pays it.
 * @param also what else the cancellation writes, in its transaction
 * @throws AppError 409 when it isn't pending
 */
export async function cancelOrder(
  shop: Shop,
  order: Pick<OrderRow, 'id' | 'number'>,
  also?: (trx: Trx) => Promise<void>,
): Promise<OrderRow> {
  const { closed, order: now } = await closeOrder(shop, order.id, 'cancelled', also)
  if (closed) return closed
  throw new AppError(409, 'order_not_cancellable', `Order ${order.number} is ${now?.status}.`)
}

/** Closes an order whose transfer hasn't come in time, and tells its buyer that nothing is owed. */
export async function lapseOrder(shop: Shop, { id, customer_email: recipient }: OrderRow): Promise<void> {
  const moment = momentOf(shop)
  await closeOrder(shop, id, 'expired', async (trx) => {
    const mail = { kind: 'order_lapsed', dedupeKey: `order:${id}:lapsed`, recipient, orderId: id } as const
    await enqueueMail(trx, mail, moment)
  })
}

/** An invoice that was issued before the payment is cancelled by a note of the whole sum. */
async function closeOrder(
  shop: Shop,
  id: string,
  status: 'cancelled' | 'expired',
  also: (trx: Trx) => Promise<void> = async () => {},
): Promise<{ closed: OrderRow | null; order: OrderRow | null }> {
  const order = await settle(shop, id)
  if (order?.status === 'pending') await shop.payments?.closeSession(order)
  if (order?.transfer_terms) await loadPdf()
  const moment = momentOf(shop)
  return shop.database.db.transaction().execute(async (trx) => {
    const locked = await lockOrder(trx, id)
    if (locked?.order.status !== 'pending') return { closed: null, order: locked?.order ?? null }
    const change = { status, transfer_step_at: null, revision: locked.order.revision + 1 } as const
    const closed = { ...locked.order, ...change }
    await updateOrder(trx, id, change)
    await recordEvent(trx, { orderId: id, event: `order.${status}`, detail: 'was pending' }, moment)
    await followOrder(trx, closed, moment.now)
    const issuing = { seller: shop.library.typed.site, ...moment }
    await issueAdjustmentNote(trx, { order: closed, refunded: closed.total }, issuing)
    await also(trx)
    return { closed, order: closed }
  })
}

function receivedOf({ received_amount, received_currency }: OrderRow): Payment['received'] {
  if (received_amount === null || received_currency === null) return null
  return { amount: received_amount, currency: received_currency }
}

function paymentOf({ id, refunded }: OrderRow, known: Partial<Payment>): Payment {
  return { received: null, orderId: id, expired: false, refunded, dispute: 'none', ...known }
}
