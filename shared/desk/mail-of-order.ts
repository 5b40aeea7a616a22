import type { Order } from '../orders/orders.ts'

type Refunds = Pick<Order, 'refunded' | 'refundFailed' | 'refundToSend' | 'refundRepaid' | 'takenBack'>

type Standing = Pick<Order, 'status' | 'payment' | keyof Refunds> & {
  paymentMethod: 'card' | 'invoice'
  hasTransferTerms: boolean
}

/** @returns the kind of the latest mail about the order's state; null if the buyer got none */
export function mailOfOrder({ status, payment, paymentMethod, hasTransferTerms, ...refunds }: Standing) {
  switch (status) {
    case 'refunded':
      return mailOfRefund(refunds)
    case 'paid':
    case 'partially_refunded':
    case 'disputed':
      return 'order_paid'
    case 'pending':
      if (payment === 'processing') return 'payment_processing'
      if (paymentMethod === 'invoice') return 'order_received'
      return payment === 'failed' ? 'payment_failed' : null
    case 'cancelled':
      return 'order_cancelled'
    case 'expired':
      // Buyers get no mail when a card's payment page expires.
      return hasTransferTerms ? 'order_lapsed' : null
    case 'review':
      return null
  }
}

/** Reports where the money is: owed, to be sent, received by the buyer, taken by the bank, or under way. */
function mailOfRefund({ refunded, refundFailed, refundToSend, refundRepaid, takenBack }: Refunds) {
  if (refundFailed) return 'refund_delayed'
  if (refundToSend) return 'order_refunded'
  if (refundRepaid > 0) return 'refund_repaid'
  return takenBack > 0 && takenBack === refunded ? 'order_taken_back' : 'order_refunded'
}
