import type { Attention } from '#shared/orders/attention.ts'
import { type OrderStatus, payableStatuses } from '#shared/orders/orders.ts'
import type { OrderRow } from '../../runtime/db/rows/orders.ts'
import { attentionOf } from './attention.ts'

/** A payment's whole state, so that reports may repeat or arrive in any order. */
export type Payment = {
  /** Amount in cents. Null while nothing has been paid. */
  received: { amount: number; currency: string } | null
  /** Staff accept the received sum as the total. */
  isAccepted?: boolean
  /** Cents received so far of an order whose total isn't reached. */
  soFar?: number
  orderId: string
  expired: boolean
  /** The customer has finished, and the bank is processing the payment or has refused it. */
  state: 'processing' | 'failed' | null
  /** Cumulative cents of all refunds. A failed one counts until it is retried. */
  refunded: number
  /** Null leaves the order's refunds as they are. */
  refunds: Refunds | null
  /** Cumulative cents that banks took in lost disputes. */
  takenBack: number
  /** `unknown` keeps the order's state. */
  dispute: 'none' | 'open' | 'unknown'
  attention: Attention | null
}

/** Sums in cents. */
export type Refunds = {
  /** Excludes failed refunds. */
  given: number
  /** Part of `given` that is under way. */
  pending: number
  failed: number
  /** Ids of the failed refunds that no later refund replaces. Those repaid by transfer are among them. */
  open: string[]
  /** Reason of the last failure. */
  reason: string | null
}

/** Statuses before any licence or document is issued. */
export const unpaid: OrderStatus[] = [...payableStatuses, 'review']

type Order = Pick<OrderRow, 'id' | 'status' | 'currency' | 'paid_at'> & Refundable

/** Received money always leads to keys, a review or a refund; a late payment pays even a cancelled order. */
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
      if (!isDecidedByBank(order, payment)) return 'refunded'
      // Without keys, nobody has decided yet about a sum that differs from the order's.
      return order.paid_at === null && !isWholeSum(order, payment) ? 'review' : paidStatus(order, payment)
  }
}

/** Payment from the stored order, with the members in `known` replaced. */
export function paymentOf(order: OrderRow, known: Partial<Payment>): Payment {
  return {
    received: null,
    orderId: order.id,
    expired: false,
    // A bank's refusal on an earlier page says nothing about the open page.
    state: order.session_url === null ? order.payment_state : null,
    refunded: order.refunded - order.taken_back,
    refunds: null,
    takenBack: order.taken_back + order.taken_twice,
    dispute: 'unknown',
    attention: attentionOf(order),
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
  { received, orderId, isAccepted = false }: Payment,
): boolean {
  const isReceived = received?.amount === order.total && received.currency === order.currency
  return orderId === order.id && (isAccepted || isReceived)
}

type Refundable = Pick<
  OrderRow,
  'total' | 'refunded' | 'taken_back' | 'taken_twice' | 'refund_pending' | 'refund_failed' | 'refund_failure'
> &
  Pick<OrderRow, 'refund_repaid' | 'refund_failures' | 'failed_refunds'>

/** Cumulative cents. Refunds never decrease; only money that a bank took in a dispute can come back. */
export function refundedSoFar(order: Refundable, payment: Payment): number {
  return Math.min(order.total, byRefunds(order, payment) + takenBackSoFar(order, payment))
}

/** Part of `refundedSoFar` in cents. A failed refund leaves room for what a bank takes. */
export function takenBackSoFar(order: Refundable, payment: Payment): number {
  const left = order.total - byRefunds(order, payment) + owedForFailed(order, payment)
  return Math.min(takenByBanks(order, payment), left)
}

/** Cents that banks took although they were refunded before, by card or by transfer. */
export function takenTwiceSoFar(order: Refundable, payment: Payment): number {
  return takenByBanks(order, payment) - takenBackSoFar(order, payment)
}

function takenByBanks({ taken_back, taken_twice }: Refundable, { takenBack, dispute }: Payment): number {
  return dispute === 'unknown' ? Math.max(taken_back + taken_twice, takenBack) : takenBack
}

/** Cents that a retry of failed refunds must give, by the provider's current refunds. */
export function owedByCard(order: OrderRow, known: Pick<Payment, 'refunded' | 'refunds'>): number {
  return refundColumns(order, paymentOf(order, known)).refund_failed
}

type RefundColumns = Pick<
  OrderRow,
  'refund_pending' | 'refund_failed' | 'refund_failure' | 'refund_failures' | 'failed_refunds'
>

/** Ids at the provider. After a transfer repaid a refund, a later one of an equal sum isn't its retry. */
export type FailedRefunds = Pick<Refunds, 'open'> & { repaid: string[] }

export function failedRefundsOf({ failed_refunds }: Pick<OrderRow, 'failed_refunds'>): FailedRefunds {
  return failed_refunds === null ? { open: [], repaid: [] } : JSON.parse(failed_refunds)
}

/** Amounts in cents. Failed refunds stay owed until they were sent by transfer, or a bank took the money. */
export function refundColumns(order: Refundable, payment: Payment): RefundColumns {
  const { refunds } = payment
  const { refund_pending, refund_failed, refund_failure, refund_failures, failed_refunds } = order
  if (!refunds) return { refund_pending, refund_failed, refund_failure, refund_failures, failed_refunds }
  const beyond = byRefunds(order, payment) + takenBackSoFar(order, payment) - order.total
  const failed = owedForFailed(order, payment) - Math.max(0, beyond)
  return {
    refund_pending: refunds.pending,
    refund_failed: failed,
    refund_failure: failed > 0 ? refunds.reason : null,
    refund_failures: refunds.failed,
    failed_refunds:
      refunds.failed > 0 ? JSON.stringify({ ...failedRefundsOf(order), open: refunds.open }) : null,
  }
}

/** Cents of failed refunds, without what was sent by transfer instead. */
function owedForFailed(order: Refundable, payment: Payment): number {
  const { refunds } = payment
  if (!refunds) return order.refund_failed
  const missing = Math.max(0, byRefunds(order, payment) - refunds.given)
  return Math.max(0, Math.min(refunds.failed, missing) - order.refund_repaid)
}

function byRefunds(order: Refundable, { refunded, refunds }: Payment): number {
  const given = refunds ? refunds.given + order.refund_repaid : 0
  return Math.min(order.total, Math.max(order.refunded - order.taken_back, refunded, given))
}

/** A bank that took the money may return it, or reopen the dispute. */
function isDecidedByBank(order: Order, payment: Payment): boolean {
  if (order.taken_back === 0) return false
  return payment.dispute === 'open' || takenBackSoFar(order, payment) < order.taken_back
}

/** Cents that can be refunded. An order in review may have received less than its total. */
function refundable(order: Pick<Order, 'total'>, { received }: Payment): number {
  return Math.min(order.total, received?.amount ?? order.total)
}

/**
 * Total of an order's adjustment notes in cents. They cancel the whole price once nothing is kept. An order
 * may have been accepted for less, or never paid.
 * @param refunded cumulative
 */
export function notedFor(
  { total, paid_at, received_amount }: Pick<OrderRow, 'total' | 'paid_at' | 'received_amount'>,
  refunded: number,
): number {
  return paid_at === null || refunded >= Math.min(total, received_amount ?? total) ? total : refunded
}

/** An order with a total of 0 can't be refunded. */
function isRefundedWhole(order: Order, payment: Payment): boolean {
  return refundable(order, payment) > 0 && refundedSoFar(order, payment) >= refundable(order, payment)
}

function paidStatus(order: Order, payment: Payment): OrderStatus {
  const isKept = payment.dispute === 'unknown' && order.status === 'disputed'
  const isDisputed = payment.dispute === 'open' || isKept
  // An appeal may bring back what a bank took, but no refund.
  const isOver = isDisputed
    ? byRefunds(order, payment) >= refundable(order, payment)
    : isRefundedWhole(order, payment)
  if (isOver) return 'refunded'
  if (isDisputed) return 'disputed'
  return refundedSoFar(order, payment) > 0 ? 'partially_refunded' : 'paid'
}
