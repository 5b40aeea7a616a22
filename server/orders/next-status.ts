import { type OrderStatus, payableStatuses } from '#shared/orders.ts'
import type { OrderRow } from '../db/rows/orders.ts'

/** A payment's whole state, so that reports may repeat or arrive in any order. */
export type Payment = {
  /** Amount in cents. Null while nothing has been paid. */
  received: { amount: number; currency: string } | null
  /** Cents that arrived of an order whose total isn't reached. */
  soFar?: number
  orderId: string
  expired: boolean
  /** Cumulative, in cents. */
  refunded: number
  dispute: 'none' | 'open' | 'lost'
}

/** Nothing has been issued yet. */
export const unpaid: OrderStatus[] = [...payableStatuses, 'review']

type Order = { id: string; status: OrderStatus; total: number; currency: string; refunded: number }

/** Received money always ends in keys, a review or a refund: a late payment pays even a cancelled order. */
export function nextStatus(order: Order, payment: Payment): OrderStatus {
  switch (order.status) {
    case 'pending':
    case 'expired':
    case 'cancelled':
    case 'review':
      if (!payment.received) return order.status === 'pending' && payment.expired ? 'expired' : order.status
      if (isWholeSum(order, payment)) return paidStatus(order, payment)
      return isRefundedWhole(order, payment) ? 'refunded' : 'review'
    case 'paid':
      return paidStatus(order, payment)
    case 'partially_refunded':
      return isRefundedWhole(order, payment) ? 'refunded' : 'partially_refunded'
    case 'disputed': {
      const status = paidStatus(order, payment)
      return status === 'refunded' || status === 'disputed' ? status : 'paid'
    }
    case 'refunded':
      return 'refunded'
  }
}

/** The payment as the order knows it, with what else is known. */
export function paymentOf(
  { id, refunded }: Pick<Order, 'id' | 'refunded'>,
  known: Partial<Payment>,
): Payment {
  return { received: null, orderId: id, expired: false, refunded, dispute: 'none', ...known }
}

export function receivedOf({
  received_amount,
  received_currency,
}: Pick<OrderRow, 'received_amount' | 'received_currency'>): Payment['received'] {
  if (received_amount === null || received_currency === null) return null
  return { amount: received_amount, currency: received_currency }
}

/** Licences and documents are issued only for the whole sum. */
export function isWholeSum(order: Order, { received, orderId }: Payment): boolean {
  return orderId === order.id && received?.amount === order.total && received.currency === order.currency
}

/** In cents. Refunds never decrease, and a lost dispute refunds the whole order. */
export function refundedSoFar(order: Pick<Order, 'total' | 'refunded'>, payment: Payment): number {
  const refunded = payment.dispute === 'lost' ? refundable(order, payment) : payment.refunded
  return Math.min(order.total, Math.max(order.refunded, refunded))
}

/** An order in review may have received less than its total. */
function refundable(order: Pick<Order, 'total'>, { received }: Payment): number {
  return Math.min(order.total, received?.amount ?? order.total)
}

/** An order with a total of 0 can't be refunded. */
function isRefundedWhole(order: Order, payment: Payment): boolean {
  return refundable(order, payment) > 0 && refundedSoFar(order, payment) >= refundable(order, payment)
}

function paidStatus(order: Order, payment: Payment): OrderStatus {
  if (isRefundedWhole(order, payment)) return 'refunded'
  if (payment.dispute === 'open') return 'disputed'
  return refundedSoFar(order, payment) > 0 ? 'partially_refunded' : 'paid'
}
