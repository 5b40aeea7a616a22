import type { OrderStatus } from '#shared/orders/orders.ts'
import { formatPrice } from '#shared/pricing/money.ts'
import type { ShopContext } from '../../context.ts'
import { settleChanges } from '../../licences/changes/settle-changes.ts'
import { issueLicences, setLicencesOfOrder } from '../../licences/licensing/issue.ts'
import type { Trx } from '../../runtime/db/database.ts'
import type { OrderLineRow, OrderRow } from '../../runtime/db/rows/orders.ts'
import { momentOf } from '../../runtime/moment.ts'
import { settleCodeUse } from '../codes/uses.ts'
import { issueAdjustmentNote, issueInvoice, issueRaisingNote, issueReceipt } from '../invoices/issue.ts'
import { settleQuote } from '../quotes/quotes.ts'
import { attentionOf } from './attention.ts'
import { followBank, givenBackText, type Notes, takenBackText } from './follow-bank.ts'
import { takenInAll } from './ledger.ts'
import { isWholeSum, notedFor, type Payment } from './next-status.ts'
import { mailBuyer, notifyOfOrder, notifyPaid } from './order-mails.ts'
import { type OrderWithLines, recordEvent } from './order-store.ts'
import { enqueueOrderChanged, enqueueOrderEvent } from './order-webhooks.ts'
import { toSendOf } from './refund-by-transfer.ts'
import { carryOutRefund } from './refunds.ts'

type Transition = {
  before: OrderRow
  payment: Payment
  /** Reason why the licence can't be changed; null if it can. */
  obstacle: string | null
} & OrderWithLines

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
  const refunds = refundsOf(before, order)
  await recordStatus(trx, transition, context)
  // All transactions lock licences before document numbers, so that orders of one licence can't deadlock.
  if (isPaidNow) await issueLicences(trx, transition, context)
  // An undone payment had suspended them.
  if (isPaidNow) await setLicencesOfOrder(trx, order, { status: 'active' }, context)
  const reason = refunds.asked > 0 ? await carryOutRefund(trx, transition, context) : null
  const lines = await settleLicences(trx, transition, context)
  if (order.status !== before.status) {
    await settleQuote(trx, order)
    await settleCodeUse(trx, order, context.now)
  }
  if (isPaidNow) await confirmPayment(trx, { order, lines }, context)
  const notes = await noteRefunds(trx, { before, order, reason, refunds }, context)
  if (refunds.sent > 0) await confirmRefund(trx, { order, reason, refunds, notes }, context)
  await followBank(trx, { before, order, notes }, context)
  if (hasRefusalRunOut(transition)) await mailBuyer(trx, order, { kind: 'order_lapsed' }, context)
  await notifyOfReview(trx, transition, context)
  await notifyOfSecondPayment(trx, transition, context)
  await notifyOfDispute(trx, transition, context)
}

type Context = ReturnType<typeof contextOf>

function contextOf(shop: ShopContext) {
  const { config, keyring, library, log } = shop
  const { site, pricing } = library.typed
  const { siteUrl } = config
  return { site, pricing, siteUrl, keyring, log, ...momentOf(shop) }
}

async function recordStatus(trx: Trx, transition: Transition, context: Context): Promise<void> {
  const { before, order } = transition
  const { id: orderId } = order
  const detail = detailOf(transition)
  // A refunded order keeps its status, and a bank may decide at once. Trends count disputes by this event.
  const isTaken = takenInAll(order) > takenInAll(before)
  const isHeard = !isDisputed(before) && (isDisputed(order) || isTaken)
  if (isHeard) await recordEvent(trx, { orderId, event: 'order.disputed', detail }, context)
  const isOver = isDisputed(before) && !isDisputed(order) && !isTaken && !isUnclear(order)
  if (isOver) await recordEvent(trx, { orderId, event: 'order.dispute_ended' }, context)
  // The event of the dispute's end already explains the return to the earlier status.
  const isAgain = isOver && order.refunded === before.refunded
  if (order.status !== before.status && order.status !== 'disputed' && !isAgain)
    await recordEvent(trx, { orderId, event: `order.${order.status}`, detail }, context)
}

type Seen = Pick<OrderRow, 'status' | 'attention'>

function isDisputed(order: Seen): boolean {
  return order.status === 'disputed' || attentionOf(order)?.kind === 'dispute'
}

function isUnclear(order: Seen): boolean {
  return order.status === 'review' || attentionOf(order)?.kind === 'unknown'
}

/** The order's licences and licence changes follow its status. @returns the order's lines afterwards */
async function settleLicences(
  trx: Trx,
  { before, order, lines }: Transition,
  context: Context,
): Promise<OrderLineRow[]> {
  const status = licencesAfter(before.status, order.status)
  const isByBank = order.taken_back !== before.taken_back
  if (status) await setLicencesOfOrder(trx, order, { status, isByBank }, context)
  if (order.paid_at === null || order.status === before.status) return lines
  return settleChanges(trx, { order, lines }, context)
}

/** Issues the document of a paid order, and announces the payment unless it was refunded at once. */
async function confirmPayment(trx: Trx, { order, lines }: OrderWithLines, context: Context): Promise<void> {
  const isInvoiced = await issueInvoice(trx, { order, lines }, context)
  if (!isInvoiced) await issueReceipt(trx, order, context)
  if (order.status === 'refunded') return
  await enqueueOrderEvent(trx, 'order.paid', order, context)
  await mailBuyer(trx, order, { kind: 'order_paid' }, context)
  await notifyPaid(trx, order, context)
}

type Refund = Pick<Transition, 'order'> & {
  reason: string | null
  refunds: ReturnType<typeof refundsOf>
}

/**
 * Changes of the sums in this transition, in cents.
 * @property asked what somebody refunded
 * @property sent the part that didn't fail
 * @property taken what a bank took in a lost dispute; negative for what it gave back
 * @property raised the part given back that isn't owed to the buyer
 */
function refundsOf(before: OrderRow, order: OrderRow) {
  const taken = order.taken_back - before.taken_back
  const failed = order.refund_failed - before.refund_failed
  // Money that a bank took instead of a failed refund is owed again when the bank returns it.
  const owedAgain = taken < 0 ? Math.min(-taken, Math.max(0, failed)) : 0
  const asked = order.refunded - before.refunded - taken - owedAgain
  const raised = Math.max(0, -taken - owedAgain)
  return { asked, sent: asked - Math.max(0, failed - owedAgain), taken, raised }
}

/** Adjusts the documents to the refunds: first up by what a bank gave back, then down by what left. */
async function noteRefunds(
  trx: Trx,
  { before, order, reason, refunds }: Refund & Pick<Transition, 'before'>,
  context: Context,
): Promise<Notes> {
  const kept = before.refunded - refunds.raised
  const raised = { order, refunded: kept, reason: givenBackText }
  const isRaised = refunds.raised > 0 && order.paid_at !== null
  const raising = isRaised ? await issueRaisingNote(trx, raised, context) : null
  if (order.refunded <= kept) {
    await enqueueOrderChanged(trx, before, order, context)
    return { raising, lowering: null }
  }
  const taken = refunds.taken > 0 ? takenBackText(refunds.taken, order.currency) : null
  const reasons = [taken, reason].filter(Boolean).join(' ') || null
  const lowered = { order, refunded: notedFor(order, order.refunded), reason: reasons }
  const lowering = await issueAdjustmentNote(trx, lowered, context)
  await enqueueOrderEvent(trx, 'order.refunded', order, context)
  return { raising, lowering }
}

async function confirmRefund(
  trx: Trx,
  { order, reason, refunds, notes }: Refund & { notes: Notes },
  context: Context,
): Promise<void> {
  const { refunded, taken_back: taken, revision } = order
  const send = toSendOf(order)
  const params = { refunded, taken, note: notes.lowering, ...(reason && { reason }), ...(send && { send }) }
  await mailBuyer(trx, order, { kind: 'order_refunded', suffix: `:${revision}`, params }, context)
  const toSend = order.refund_to_send
  const told = { refunded, amount: refunds.sent, ...(toSend > 0 && { toSend }) }
  const notice = { kind: 'order_refund_notice', suffix: `:${revision}`, params: told } as const
  await notifyOfOrder(trx, order, notice, context)
}

async function notifyOfReview(
  trx: Trx,
  { before, order, obstacle }: Transition,
  context: Context,
): Promise<void> {
  if (order.status !== 'review' || before.status === 'review') return
  const params = obstacle ? { obstacle } : { detail: receivedText(order) }
  await notifyOfOrder(trx, order, { kind: 'order_review', params }, context)
}

async function notifyOfSecondPayment(trx: Trx, transition: Transition, context: Context): Promise<void> {
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

async function notifyOfDispute(trx: Trx, { before, order }: Transition, context: Context): Promise<void> {
  const taken = takenInAll(order) - takenInAll(before)
  const twice = Math.max(0, order.taken_twice - before.taken_twice)
  if (taken > 0) await notifyDispute(trx, order, { taken, twice }, context)
  if (order.status === before.status) return
  // One dispute may open while another is lost; each has its mail. Returned money has its own mail.
  const hasEnded = before.status === 'disputed' && taken === 0
  if (order.status === 'disputed' || hasEnded)
    await notifyDispute(trx, order, { taken: 0, twice: 0 }, context)
}

/**
 * The revision distinguishes the disputes of an order.
 * @param sums cents that the bank took, and the part refunded before
 */
async function notifyDispute(
  trx: Trx,
  order: OrderRow,
  sums: { taken: number; twice: number },
  context: Context,
): Promise<void> {
  const suffix = `:${order.revision}${sums.taken > 0 ? ':lost' : ''}`
  const params = { status: order.status, ...sums, attention: attentionOf(order) }
  await notifyOfOrder(trx, order, { kind: 'order_dispute_notice', suffix, params }, context)
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

/**
 * Status of the licences after a change; null for no effect. A full refund ends them, and a dispute suspends
 * them. See `refunds.ts` for refunds of single licences.
 */
function licencesAfter(before: OrderStatus, after: OrderStatus): 'active' | 'suspended' | 'revoked' | null {
  if (after === before) return null
  if (after === 'refunded') return 'revoked'
  if (after === 'disputed') return 'suspended'
  return before === 'disputed' || before === 'refunded' ? 'active' : null
}
