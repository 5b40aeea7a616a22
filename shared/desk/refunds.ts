import { closedStatuses, type OrderStatus, payableStatuses } from '../orders/orders.ts'
import { stateInText } from './words.ts'

type Paid = { status: OrderStatus; total: number; refunded: number; receivedAmount: number | null }

/** In cents. What a closed order holds is credit, which goes back on its own. */
export function leftToRefund({ status, total, refunded, receivedAmount: received }: Paid): number {
  // A bank holds the money of a dispute until that ends.
  return received === null || closedStatuses.includes(status) || status === 'disputed'
    ? 0
    : Math.max(0, Math.min(total, received) - refunded)
}

/** Nothing was issued yet whose price a part could lower. */
export function isRefundedOnlyWhole(status: OrderStatus): boolean {
  return payableStatuses.includes(status) || status === 'review'
}

/** "awaiting payment, so there’s nothing to refund." */
export function nothingToRefund(status: OrderStatus): string {
  if (status === 'disputed') return 'disputed, and the bank holds its money until that ends.'
  return `${stateInText(status)}, so there’s nothing to refund.`
}

/** "awaiting payment: refund all that came in, $100.00." @param sum formatted */
export function onlyWholeRefund(status: OrderStatus, sum: string): string {
  return `${stateInText(status)}: refund all that came in, ${sum}.`
}
