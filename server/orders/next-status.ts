import type { OrderStatus } from '#shared/orders.ts'

/** How a payment stands: the whole of it, so that neither the order nor the number of its reports matters. */
export type Payment = {
  /** Cents and currency that were paid; null while nothing has been. */
  received: { amount: number; currency: string } | null
  /** What came in of an order whose payments don't reach its total yet, in cents. */
  soFar?: number
  /** The order that the payment says it is for. */
  orderId: string
  /** It can't be paid any more. */
  expired: boolean
  /** Cumulative, in cents. */
  refunded: number
  dispute: 'none' | 'open' | 'lost'
}

type Order = { id: string; status: OrderStatus; total: number; currency: string; refunded: number }

/**
 * The order's state machine. Money that came in always ends in keys, in review or in a refund: an expired or cancelled
 * order is paid by a late success. What the table doesn't provide for leaves the order as it is.
 */
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

/** Whether what came in is what the order comes to: only then is anything issued. */
export function isWholeSum(order: Order, { received, orderId }: Payment): boolean {
  return orderId === order.id && received?.amount === order.total && received.currency === order.currency
}

/** Refunds are never taken back, and a lost dispute is a refund of the whole. Cents. */
export function refundedSoFar(order: Pick<Order, 'total' | 'refunded'>, payment: Payment): number {
  const refunded = payment.dispute === 'lost' ? refundable(order, payment) : payment.refunded
  return Math.min(order.total, Math.max(order.refunded, refunded))
}

/** Of an order in review, less may have come in than it comes to. */
function refundable(order: Pick<Order, 'total'>, { received }: Payment): number {
  return Math.min(order.total, received?.amount ?? order.total)
}

/** An order that comes to nothing can't be refunded. */
function isRefundedWhole(order: Order, payment: Payment): boolean {
  return refundable(order, payment) > 0 && refundedSoFar(order, payment) >= refundable(order, payment)
}

function paidStatus(order: Order, payment: Payment): OrderStatus {
  if (isRefundedWhole(order, payment)) return 'refunded'
  if (payment.dispute === 'open') return 'disputed'
  return refundedSoFar(order, payment) > 0 ? 'partially_refunded' : 'paid'
}
