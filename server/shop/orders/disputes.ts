import type { ShopContext } from '../../context.ts'
import type { Notifying } from '../../messages/mail/notify-owner.ts'
import { cardProvider, recordAudit } from '../../runtime/audit.ts'
import type { Trx } from '../../runtime/db/database.ts'
import type { OrderRow } from '../../runtime/db/rows/orders.ts'
import { momentOf } from '../../runtime/moment.ts'
import type { Notes } from './apply-refund.ts'
import { attentionOf } from './attention.ts'
import { byCard, enterPayment, takenInAll } from './ledger.ts'
import { mailBuyer, notifyOfOrder } from './order-mails.ts'

type Change = { before: OrderRow; order: OrderRow }

/**
 * A refunded order keeps its status, and a bank may decide at once, so the status alone doesn't show every
 * dispute. Trends count disputes by `order.disputed`.
 * @returns null if no dispute began or ended
 */
export function disputeEvent({ before, order }: Change): 'order.disputed' | 'order.dispute_ended' | null {
  const isTaken = takenInAll(order) > takenInAll(before)
  if (!isDisputed(before)) return isDisputed(order) || isTaken ? 'order.disputed' : null
  return isDisputed(order) || isTaken || isUnclear(order) ? null : 'order.dispute_ended'
}

type Seen = Pick<OrderRow, 'status' | 'attention'>

function isDisputed(order: Seen): boolean {
  return order.status === 'disputed' || attentionOf(order)?.kind === 'dispute'
}

function isUnclear(order: Seen): boolean {
  return order.status === 'review' || attentionOf(order)?.kind === 'unknown'
}

/** Books what a lost dispute takes, or what an appeal returns. */
export async function enterTakenBack(shop: ShopContext, trx: Trx, { before, order }: Change): Promise<void> {
  const amount = takenInAll(before) - takenInAll(order)
  if (amount === 0) return
  const taken = {
    dedupe_key: `dispute:${order.id}:${order.revision}`,
    amount,
    reference: order.payment_intent,
  }
  await enterPayment(trx, order, { ...taken, ...byCard }, momentOf(shop))
}

/** Audits what a bank took or gave back, and mails the buyer or the company. */
export async function followTakenBack(
  trx: Trx,
  { before, order, notes }: Change & { notes: Notes },
  notifying: Notifying,
): Promise<void> {
  const taken = takenInAll(order) - takenInAll(before)
  const amount = Math.abs(taken)
  if (amount === 0) return
  const isTaken = taken > 0
  const twice = takenTwiceNow({ before, order })
  const act = isTaken ? 'order.taken_back' : 'order.money_back'
  const sums = {
    before: { status: before.status, refunded: before.refunded },
    after: { status: order.status, refunded: Math.min(order.total, before.refunded + taken - twice) },
  }
  await recordAudit(trx, { who: cardProvider, act, subject: order.id, ...sums }, notifying)
  const suffix = `:${order.revision}`
  if (!isTaken) {
    // The shop won an appeal after it lost the dispute.
    const params = { amount, note: notes.raising }
    return notifyOfOrder(trx, order, { kind: 'money_back_notice', suffix, params }, notifying)
  }
  const params = { amount, refunded: order.refunded, status: order.status, note: notes.lowering, twice }
  await mailBuyer(trx, order, { kind: 'order_taken_back', suffix, params }, notifying)
}

/** Tells the company that a dispute began, was lost, or ended. */
export async function notifyOfDispute(trx: Trx, change: Change, notifying: Notifying): Promise<void> {
  const { before, order } = change
  const taken = takenInAll(order) - takenInAll(before)
  if (taken > 0) await notify(trx, order, { taken, twice: takenTwiceNow(change) }, notifying)
  if (order.status === before.status) return
  // One dispute may open while another is lost; each has its mail. Returned money has its own mail.
  const hasEnded = before.status === 'disputed' && taken === 0
  if (order.status === 'disputed' || hasEnded) await notify(trx, order, { taken: 0, twice: 0 }, notifying)
}

/**
 * The revision distinguishes the disputes of an order.
 * @param sums cents that the bank took, and the part refunded before
 */
async function notify(
  trx: Trx,
  order: OrderRow,
  sums: { taken: number; twice: number },
  notifying: Notifying,
): Promise<void> {
  const suffix = `:${order.revision}${sums.taken > 0 ? ':lost' : ''}`
  const params = { status: order.status, ...sums, attention: attentionOf(order) }
  await notifyOfOrder(trx, order, { kind: 'order_dispute_notice', suffix, params }, notifying)
}

/** Cents that a bank took although they were refunded before. */
function takenTwiceNow({ before, order }: Change): number {
  return Math.max(0, order.taken_twice - before.taken_twice)
}
