import type { Attention } from '#shared/attention.ts'
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
  /** The customer has done their part, and the bank works on it or has refused it. */
  state: 'processing' | 'failed' | null
  /** Cumulative cents of all refunds. One that failed counts until it is tried again. */
  refunded: number
  /** Null leaves the order's refunds as they are. */
  refunds: Refunds | null
  /** Cumulative cents that banks took by disputes that are lost. */
  takenBack: number
  /** `unknown` keeps the order's state. */
  dispute: 'none' | 'open' | 'unknown'
  attention: Attention | null
}

/** Sums in cents. */
export type Refunds = {
  /** Without those that failed. */
  given: number
  /** The part of `given` that is on its way. */
  pending: number
  failed: number
  /** Of the last failure. */
  reason: string | null
}

/** Nothing has been issued yet. */
export const unpaid: OrderStatus[] = [...payableStatuses, 'review']

type Order = Pick<OrderRow, 'id' | 'status' | 'total' | 'currency' | 'refunded' | 'taken_back'>

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
    case 'partially_refunded':
    case 'disputed':
      return paidStatus(order, payment)
    case 'refunded':
      return takenBackSoFar(order, payment) < order.taken_back ? paidStatus(order, payment) : 'refunded'
  }
}

/** The payment as the order knows it, with what else is known. */
export function paymentOf(order: OrderRow, known: Partial<Payment>): Payment {
  return {
    received: null,
    orderId: order.id,
    expired: false,
    // What an earlier page's bank refused says nothing about the page that is open.
    state: order.session_url === null ? order.payment_state : null,
    refunded: order.refunded - order.taken_back,
    refunds: null,
    takenBack: order.taken_back,
    dispute: 'unknown',
    attention: order.attention === null ? null : JSON.parse(order.attention),
    ...known,
  }
}

export function receivedOf({
  received_amount,
  received_currency,
}: Pick<OrderRow, 'received_amount' | 'received_currency'>): Payment['received'] {
  if (received_amount === null || received_currency === null) return null
  return { amount: received_amount, currency: received_currency }
}

/** Licences and documents are issued only for the whole sum. */
export function isWholeSum(
  order: Pick<Order, 'id' | 'total' | 'currency'>,
  { received, orderId }: Payment,
): boolean {
  return orderId === order.id && received?.amount === order.total && received.currency === order.currency
}

type Refundable = Pick<Order, 'total' | 'refunded' | 'taken_back'>

/** In cents. Refunds never decrease. Only money that a bank took by a dispute can come back. */
export function refundedSoFar(order: Refundable, payment: Payment): number {
  return byRefunds(order, payment) + takenBackSoFar(order, payment)
}

/** In cents, as a part of `refundedSoFar`. An appeal decides nothing until it ends. */
export function takenBackSoFar(order: Refundable, payment: Payment): number {
  const { takenBack, dispute } = payment
  const taken = dispute === 'none' ? takenBack : Math.max(order.taken_back, takenBack)
  return Math.min(taken, order.total - byRefunds(order, payment))
}

/** In cents. The provider's failed refunds are owed until they went back by transfer. */
export function refundColumns(
  order: Refundable & Pick<OrderRow, 'refund_pending' | 'refund_failed' | 'refund_failure' | 'refund_repaid'>,
  payment: Payment,
): Pick<OrderRow, 'refund_pending' | 'refund_failed' | 'refund_failure'> {
  const { refunds } = payment
  if (!refunds) {
    const { refund_pending, refund_failed, refund_failure } = order
    return { refund_pending, refund_failed, refund_failure }
  }
  const missing = Math.max(0, byRefunds(order, payment) - refunds.given)
  const failed = Math.max(0, Math.min(refunds.failed, missing) - order.refund_repaid)
  return {
    refund_pending: refunds.pending,
    refund_failed: failed,
    refund_failure: failed > 0 ? refunds.reason : null,
  }
}

function byRefunds(order: Refundable, { refunded }: Payment): number {
  return Math.min(order.total, Math.max(order.refunded - order.taken_back, refunded))
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
  const isKept = payment.dispute === 'unknown' && order.status === 'disputed'
  if (payment.dispute === 'open' || isKept) return 'disputed'
  return refundedSoFar(order, payment) > 0 ? 'partially_refunded' : 'paid'
}
