import type { OrderStatus } from '../orders.ts'

type Standing = {
  status: OrderStatus
  paymentMethod: 'card' | 'invoice'
  hasTransferTerms: boolean
}

/** @returns the kind of the mail that tells an order's state; null where the buyer was told nothing */
export function mailOfOrder({ status, paymentMethod, hasTransferTerms }: Standing) {
  switch (status) {
    case 'refunded':
      return 'order_refunded'
    case 'paid':
    case 'partially_refunded':
    case 'disputed':
      return 'order_paid'
    case 'pending':
      return paymentMethod === 'invoice' ? 'order_received' : null
    case 'cancelled':
      return 'order_cancelled'
    case 'expired':
      // A card's page that ran out was told to nobody.
      return hasTransferTerms ? 'order_lapsed' : null
    case 'review':
      return null
  }
}
