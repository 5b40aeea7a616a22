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
  /** Null if the licence can be changed. */
  obstacle: string | null
} & OrderWithLines

/**
 * Carries out everything that follows from an order's change, once for each change.
 *
 * Afterwards an order that was paid in full has its licences, its invoice or receipt, and its mail. A refund has its
 * adjustment note, and the licences that it ends are revoked. Licences, licence changes, the quote and a discount code's use
 * match the status. The order's history names it, and webhooks and mails to the company are enqueued.
 * @param trx the transaction that locked the order and stored `transition.order`
 */
export async function applyTransition(shop: ShopContext, trx: Trx, transition: Transition): Promise<void> {
  const context = contextOf(shop)
  const { before, order, payment } = transition
  const isPaidNow = order.paid_at !== null && before.paid_at === null && isWholeSum(before, payment)
  const refunds = refundsOf(before, order)
  await recordStatus(trx, transition, context)
  // Every transaction locks licences before document numbers, or two orders of one licence could deadlock.
  if (isPaidNow) await issueLicences(trx, transition, context)
  // A payment that was taken back turned them off.
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
  // A refunded order stays so, and a bank may decide at once. Trends count disputes by this event.
  const isTaken = takenInAll(order) > takenInAll(before)
  const isHeard = !isDisputed(before) && (isDisputed(order) || isTaken)
  if (isHeard) await recordEvent(trx, { orderId, event: 'order.disputed', detail }, context)
  const isOver = isDisputed(before) && !isDisputed(order) && !isTaken && !isUnclear(order)
  if (isOver) await recordEvent(trx, { orderId, event: 'order.dispute_ended' }, context)
  // The end of a dispute tells why the order is again what it was.
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

/** Licences bought by the order follow its status, and so do its changes of licences. @returns the order's lines after it */
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

/** Issues the document of a paid order, and tells everybody about it unless it was refunded at once. */
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
 * How this transition changed the sums, in cents.
 * @property asked what somebody refunded
 * @property sent the part of it that didn't fail
 * @property taken what a bank took by a lost dispute; negative for what it gave back
 * @property raised the part of what it gave back that isn't owed to the buyer
 */
function refundsOf(before: OrderRow, order: OrderRow) {
  const taken = order.taken_back - before.taken_back
  const failed = order.refund_failed - before.refund_failed
  // What a bank had taken in place of a failed refund is owed again when it comes back.
  const owedAgain = taken < 0 ? Math.min(-taken, Math.max(0, failed)) : 0
  const asked = order.refunded - before.refunded - taken - owedAgain
  const raised = Math.max(0, -taken - owedAgain)
  return { asked, sent: asked - Math.max(0, failed - owedAgain), taken, raised }
}

/** Brings the documents to the order's refunds: up by what a bank gave back, then down by what left. */
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
  // In review nothing is decided yet, nor which of the payments is credit.
  const credit = order.status !== 'review' && { credit: isPart ? 'transfer' : 'card' }
  const notice = { kind: 'order_review', suffix: ':again', params: { detail, ...credit } } as const
  await notifyOfOrder(trx, order, notice, context)
}

async function notifyOfDispute(trx: Trx, { before, order }: Transition, context: Context): Promise<void> {
  const taken = takenInAll(order) - takenInAll(before)
  const twice = Math.max(0, order.taken_twice - before.taken_twice)
  if (taken > 0) await notifyDispute(trx, order, { taken, twice }, context)
  if (order.status === before.status) return
  // One dispute may open while another is lost, and each has its mail. Money that came back has its own.
  const hasEnded = before.status === 'disputed' && taken === 0
  if (order.status === 'disputed' || hasEnded)
    await notifyDispute(trx, order, { taken: 0, twice: 0 }, context)
}

/** The revision tells an order's disputes apart. @param sums cents that the bank took by it, and had gone back before */
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

/** The buyer was told that the order is kept after the bank's refusal. A page that ran out was told to nobody. */
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
 * What becomes of an order's licences: a whole refund ends them, and a dispute stops them. Null if nothing does.
 * A refund of some licences ends those (`refunds.ts`).
 */
function licencesAfter(before: OrderStatus, after: OrderStatus): 'active' | 'suspended' | 'revoked' | null {
  if (after === before) return null
  if (after === 'refunded') return 'revoked'
  if (after === 'disputed') return 'suspended'
  return before === 'disputed' || before === 'refunded' ? 'active' : null
}
