import { formatPrice } from '#shared/pricing/money.ts'
import type { ShopContext } from '../../context.ts'
import { issueLicences, setLicencesOfOrder } from '../../licences/licensing/issue.ts'
import type { Trx } from '../../runtime/db/database.ts'
import type { OrderRow } from '../../runtime/db/rows/orders.ts'
import { settleCodeUse } from '../codes/uses.ts'
import { issueInvoice, issueReceipt } from '../invoices/issue.ts'
import { settleQuote } from '../quotes/quotes.ts'
import { confirmRefund, noteRefunds, refundSums } from './apply-refund.ts'
import { disputeEvent, followTakenBack, notifyOfDispute } from './disputes.ts'
import { followBank } from './follow-bank.ts'
import { isWholeSum } from './next-status.ts'
import { mailBuyer, notifyOfOrder, notifyPaid } from './order-mails.ts'
import { type OrderWithLines, recordEvent } from './order-store.ts'
import { enqueueOrderEvent } from './order-webhooks.ts'
import { carryOutRefund } from './refund-requests.ts'
import { settleLicences } from './revoke-licences.ts'
import { contextOf, type Transition, type TransitionContext } from './transition.ts'

/**
 * Applies all effects of an order's change, once per change. A fully paid order gets its licences, its
 * invoice or receipt, and its mail. A refund gets its adjustment note, and the licences that it ends are
 * revoked. Licences, licence changes, the quote and a discount code's use follow the status. The order's
 * history records the change, and webhooks and company mails are queued.
 * @param trx the transaction that locked the order and stored `transition.order`
 */
export async function applyTransition(shop: ShopContext, trx: Trx, transition: Transition): Promise<void> {
  const context = contextOf(shop)
  const { before, order, payment } = transition
  const isPaidNow = order.paid_at !== null && before.paid_at === null && isWholeSum(before, payment)
  const sums = refundSums(before, order)
  await recordStatus(trx, transition, context)
  // All transactions lock licences before document numbers, so that orders of one licence can't deadlock.
  if (isPaidNow) await issueLicences(trx, transition, context)
  // An undone payment had suspended them.
  if (isPaidNow) await setLicencesOfOrder(trx, order, { status: 'active' }, context)
  const reason = sums.asked > 0 ? await carryOutRefund(trx, transition, context) : null
  const lines = await settleLicences(trx, transition, context)
  if (order.status !== before.status) {
    await settleQuote(trx, order)
    await settleCodeUse(trx, order, context.now)
  }
  if (isPaidNow) await confirmPayment(trx, { order, lines }, context)
  const notes = await noteRefunds(trx, { before, order, reason, sums }, context)
  if (sums.sent > 0) await confirmRefund(trx, { order, reason, sums, notes }, context)
  await followTakenBack(trx, { before, order, notes }, context)
  await followBank(trx, { before, order, notes }, context)
  if (hasRefusalRunOut(transition)) await mailBuyer(trx, order, { kind: 'order_lapsed' }, context)
  await notifyOfReview(trx, transition, context)
  await notifyOfSecondPayment(trx, transition, context)
  await notifyOfDispute(trx, transition, context)
}

async function recordStatus(trx: Trx, transition: Transition, context: TransitionContext): Promise<void> {
  const { before, order } = transition
  const { id: orderId } = order
  const detail = detailOf(transition)
  const dispute = disputeEvent(transition)
  const isOver = dispute === 'order.dispute_ended'
  if (dispute) await recordEvent(trx, { orderId, event: dispute, ...(!isOver && { detail }) }, context)
  // The event of the dispute's end already explains the return to the earlier status.
  const isAgain = isOver && order.refunded === before.refunded
  if (order.status !== before.status && order.status !== 'disputed' && !isAgain)
    await recordEvent(trx, { orderId, event: `order.${order.status}`, detail }, context)
}

/** Issues the document of a paid order, and announces the payment unless it was refunded at once. */
async function confirmPayment(
  trx: Trx,
  { order, lines }: OrderWithLines,
  context: TransitionContext,
): Promise<void> {
  const isInvoiced = await issueInvoice(trx, { order, lines }, context)
  if (!isInvoiced) await issueReceipt(trx, order, context)
  if (order.status === 'refunded') return
  await enqueueOrderEvent(trx, 'order.paid', order, context)
  await mailBuyer(trx, order, { kind: 'order_paid' }, context)
  await notifyPaid(trx, order, context)
}

async function notifyOfReview(
  trx: Trx,
  { before, order, obstacle }: Transition,
  context: TransitionContext,
): Promise<void> {
  if (order.status !== 'review' || before.status === 'review') return
  const params = obstacle ? { obstacle } : { detail: receivedText(order) }
  await notifyOfOrder(trx, order, { kind: 'order_review', params }, context)
}

async function notifyOfSecondPayment(
  trx: Trx,
  transition: Transition,
  context: TransitionContext,
): Promise<void> {
  if (!isPaidAgain(transition)) return
  const { before, order } = transition
  const isPart = before.paid_at === null
  const earlier = isPart ? 'a part had come by transfer' : 'it had been marked as paid'
  const detail = `${receivedText(order)} by card, after ${earlier}`
  await recordEvent(trx, { orderId: order.id, event: 'order.paid_again', detail }, context)
  // Which payment is credit isn't decided during a review.
  const credit = order.status !== 'review' && { credit: isPart ? 'transfer' : 'card' }
  const notice = { kind: 'order_review', suffix: ':again', params: { detail, ...credit } } as const
  await notifyOfOrder(trx, order, notice, context)
}

/** A card payment can arrive after the operator entered a transfer. */
function isPaidAgain({ before, order }: Transition): boolean {
  const isPaidBefore = before.paid_at !== null || before.received_amount !== null
  return isPaidBefore && before.payment_intent === null && order.payment_intent !== null
}

/** The buyer knows from the bank's refusal that the order was kept. Nobody heard of an expired page. */
function hasRefusalRunOut({ before, order }: Transition): boolean {
  return before.payment_state === 'failed' && before.status === 'pending' && order.status === 'expired'
}

function detailOf({ before, order, obstacle }: Transition): string {
  const found = order.status === 'review' ? `; ${obstacle ?? receivedText(order)}` : ''
  return `was ${before.status}${found}`
}

function receivedText({ received_amount, received_currency }: OrderRow): string {
  const currency = received_currency ?? ''
  return received_amount === null ? '' : `${formatPrice(received_amount, currency)} came in`
}
