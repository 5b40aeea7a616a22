import { formatDate } from '../calendar/calendar.ts'
import type { Attention } from '../orders/attention.ts'
import { closedStatuses, type OrderStatus, payableStatuses } from '../orders/orders.ts'
import { plural } from './count-words.ts'
import type { RefundPreview } from './order-answers.ts'
import { describeKey, stateInText } from './words.ts'

type Standing = { status: OrderStatus; attention: Pick<Attention, 'kind'> | null }

type Paid = Standing & { total: number; refunded: number; receivedAmount: number | null }

/** The bank holds the money until a dispute ends. An order in review keeps its status meanwhile. */
function isHeldByBank({ status, attention }: Standing): boolean {
  return status === 'disputed' || attention?.kind === 'dispute'
}

/** In cents. A closed order's money is credit, which is paid back separately. */
export function leftToRefund({ total, refunded, receivedAmount: received, ...standing }: Paid): number {
  return received === null || closedStatuses.includes(standing.status) || isHeldByBank(standing)
    ? 0
    : Math.max(0, Math.min(total, received) - refunded)
}

/** Nothing has been issued yet whose price a partial refund could reduce. */
export function isRefundedOnlyWhole(status: OrderStatus): boolean {
  return payableStatuses.includes(status) || status === 'review'
}

/** "awaiting payment, so there’s nothing to refund." */
export function nothingToRefund(standing: Standing): string {
  if (isHeldByBank(standing)) return 'disputed, and the bank holds its money until that ends.'
  return `${stateInText(standing.status)}, so there’s nothing to refund.`
}

/** "awaiting payment: refund all that came in, $100.00." @param sum formatted */
export function onlyWholeRefund(status: OrderStatus, sum: string): string {
  return `${stateInText(status)}: refund all that came in, ${sum}.`
}

/** "set the licence ending 7K2Q back to Solo, 2 machines, updates until 22 November 2028" */
export function describeRevert(licence: NonNullable<RefundPreview['setsBack']>): string {
  const { keyHint, plan, seats, updatesUntil } = licence
  return `set the licence ${describeKey(keyHint)} back to ${plan}, ${plural(seats, 'machine')}, updates until ${formatDate(updatesUntil)}`
}
