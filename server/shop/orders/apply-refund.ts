import { formatPrice } from '#shared/pricing/money.ts'
import type { Trx } from '../../runtime/db/database.ts'
import type { OrderRow } from '../../runtime/db/rows/orders.ts'
import { issueAdjustmentNote, issueRaisingNote } from '../invoices/issue.ts'
import { notedFor } from './next-status.ts'
import { mailBuyer, notifyOfOrder } from './order-mails.ts'
import { enqueueOrderChanged, enqueueOrderEvent } from './order-webhooks.ts'
import { toSendOf } from './refund-by-transfer.ts'
import type { TransitionContext } from './transition.ts'

/** Numbers of the adjustment notes that a change issued. */
export type Notes = { raising: string | null; lowering: string | null }

type Refund = {
  order: OrderRow
  reason: string | null
  sums: ReturnType<typeof refundSums>
}

/**
 * Changes of the sums in a transition, in cents.
 * @property asked what somebody refunded
 * @property sent the part that didn't fail
 * @property taken what a bank took in a lost dispute; negative for what it gave back
 * @property raised the part given back that isn't owed to the buyer
 */
export function refundSums(before: OrderRow, order: OrderRow) {
  const taken = order.taken_back - before.taken_back
  const failed = order.refund_failed - before.refund_failed
  // Money that a bank took instead of a failed refund is owed again when the bank returns it.
  const owedAgain = taken < 0 ? Math.min(-taken, Math.max(0, failed)) : 0
  const asked = order.refunded - before.refunded - taken - owedAgain
  const raised = Math.max(0, -taken - owedAgain)
  return { asked, sent: asked - Math.max(0, failed - owedAgain), taken, raised }
}

/** Adjusts the documents to the refunds: first up by what a bank gave back, then down by what left. */
export async function noteRefunds(
  trx: Trx,
  { before, order, reason, sums }: Refund & { before: OrderRow },
  context: TransitionContext,
): Promise<Notes> {
  const kept = before.refunded - sums.raised
  const givenBack = 'The buyer’s bank gave back what it had taken after a dispute.'
  const raised = { order, refunded: kept, reason: givenBack }
  const isRaised = sums.raised > 0 && order.paid_at !== null
  const raising = isRaised ? await issueRaisingNote(trx, raised, context) : null
  if (order.refunded <= kept) {
    await enqueueOrderChanged(trx, before, order, context)
    return { raising, lowering: null }
  }
  const taken = sums.taken > 0 ? takenBackText(sums.taken, order.currency) : null
  const reasons = [taken, reason].filter(Boolean).join(' ') || null
  const lowered = { order, refunded: notedFor(order, order.refunded), reason: reasons }
  const lowering = await issueAdjustmentNote(trx, lowered, context)
  await enqueueOrderEvent(trx, 'order.refunded', order, context)
  return { raising, lowering }
}

/** "The buyer's bank took back A$229.00 after a dispute." */
function takenBackText(cents: number, currency: string): string {
  return `The buyer’s bank took back ${formatPrice(cents, currency)} after a dispute.`
}

/** Mails buyer and company about the part of a refund that didn't fail. */
export async function confirmRefund(
  trx: Trx,
  { order, reason, sums, notes }: Refund & { notes: Notes },
  context: TransitionContext,
): Promise<void> {
  const { refunded, taken_back: taken, revision } = order
  const send = toSendOf(order)
  const params = { refunded, taken, note: notes.lowering, ...(reason && { reason }), ...(send && { send }) }
  await mailBuyer(trx, order, { kind: 'order_refunded', suffix: `:${revision}`, params }, context)
  const toSend = order.refund_to_send
  const told = { refunded, amount: sums.sent, ...(toSend > 0 && { toSend }) }
  const notice = { kind: 'order_refund_notice', suffix: `:${revision}`, params: told } as const
  await notifyOfOrder(trx, order, notice, context)
}
