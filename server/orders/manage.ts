import type { OrderRow } from '../db/schema.ts'
import { AppError } from '../errors.ts'
import { lockOrder, recordEvent, updateOrder } from './order-store.ts'
import { type Shop, settle } from './settle.ts'

/**
 * The operator has seen the money of an order on the account, or accepts what a card order in review was paid.
 * @throws AppError 409 when the order isn't waiting for money
 */
export async function markPaid(shop: Shop, order: OrderRow): Promise<OrderRow | null> {
  if (!['pending', 'expired', 'cancelled', 'review'].includes(order.status)) {
    throw new AppError(409, 'order_not_payable', `Order ${order.number} is ${order.status} already.`)
  }
  const { id, total, currency } = order
  return settle(shop, id, paymentOf(order, { received: { amount: total, currency } }))
}

/**
 * Gives money back: through the provider where it came through it, else by telling the books that it was done.
 * @param amount cents; the whole rest when it isn't given
 * @throws AppError 409 when there is nothing to refund, or less than that
 */
export async function refundOrder(shop: Shop, order: OrderRow, amount?: number): Promise<OrderRow | null> {
  const left = order.total - order.refunded
  const given = amount ?? left
  if (!order.paid_at || left <= 0) {
    throw new AppError(
      409,
      'order_not_refundable',
      `Order ${order.number} is ${order.status}: nothing to refund.`,
    )
  }
  if (given < 1 || given > left) {
    throw new AppError(409, 'refund_too_large', `Of order ${order.number}, ${left} cents are left to refund.`)
  }
  const refunded = order.refunded + given
  if (order.payment_intent) {
    if (!shop.payments)
      throw new AppError(409, 'stripe_not_configured', 'Set STRIPE_SECRET_KEY to refund a card payment.')
    await shop.payments.refund(order, given, refunded)
    return settle(shop, order.id)
  }
  const received = { amount: order.total, currency: order.currency }
  return settle(shop, order.id, paymentOf(order, { received, refunded }))
}

/**
 * Closes an order that nobody is going to pay. Money that comes all the same still pays it.
 * @throws AppError 409 when it isn't pending
 */
export async function cancelOrder(shop: Shop, order: OrderRow): Promise<OrderRow | null> {
  if (order.payment_method === 'card') await shop.payments?.closeSession(order)
  // Where the customer was faster the order is paid by now.
  await settle(shop, order.id)
  const now = shop.clock()
  return shop.database.db.transaction().execute(async (trx) => {
    const locked = await lockOrder(trx, order.id)
    if (!locked || !['pending', 'expired'].includes(locked.order.status)) {
      throw new AppError(409, 'order_not_cancellable', `Order ${order.number} is ${locked?.order.status}.`)
    }
    await updateOrder(trx, order.id, { status: 'cancelled' })
    await recordEvent(trx, { orderId: order.id, event: 'order.cancelled' }, { now, random: shop.random })
    return { ...locked.order, status: 'cancelled' }
  })
}

function paymentOf({ id, refunded }: OrderRow, change: Partial<Parameters<typeof settle>[2] & object>) {
  return { received: null, orderId: id, expired: false, refunded, dispute: 'none' as const, ...change }
}
