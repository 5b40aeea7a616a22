import { describeAttention } from '#shared/desk/attention-words.ts'
import type { Notifying } from '../../messages/mail/notify-owner.ts'
import { cardProvider, recordAudit } from '../../runtime/audit.ts'
import type { Trx } from '../../runtime/db/database.ts'
import type { OrderRow } from '../../runtime/db/rows/orders.ts'
import type { Notes } from './apply-refund.ts'
import { attentionOf, isSameAttention } from './attention.ts'
import { mailBuyer, notifyOfOrder } from './order-mails.ts'
import { recordEvent } from './order-store.ts'

type Change = { before: OrderRow; order: OrderRow; notes: Notes }

/** Mails buyer and company about reports of a bank or the card provider after the order was placed. */
export async function followBank(trx: Trx, change: Change, notifying: Notifying): Promise<void> {
  await followDebit(trx, change, notifying)
  await followPendingRefund(trx, change, notifying)
  await followFailedRefund(trx, change, notifying)
  await followAttention(trx, change, notifying)
}

/** A session has at most one debit. */
async function followDebit(trx: Trx, { before, order }: Change, moment: Notifying): Promise<void> {
  const { id: orderId, payment_state: state, session_id } = order
  const isAnother = session_id !== null && before.session_url !== null && order.session_url === null
  if (state === null || (state === before.payment_state && !isAnother)) return
  const act = `order.payment_${state}` as const
  await recordEvent(trx, { orderId, event: act }, moment)
  await recordAudit(trx, { who: cardProvider, act, subject: orderId }, moment)
  const kind = state === 'processing' ? 'payment_processing' : 'payment_failed'
  await mailBuyer(trx, order, { kind, suffix: `:${session_id}` }, moment)
}

async function followPendingRefund(trx: Trx, { before, order }: Change, moment: Notifying): Promise<void> {
  const { refund_pending: amount, id: subject } = order
  if (amount <= before.refund_pending) return
  const entry = { who: cardProvider, act: 'order.refund_pending', subject } as const
  await recordAudit(trx, { ...entry, after: { sum: amount } }, moment)
}

/** A retry that fails at once leaves the same sum owed, but counts as another failure. */
async function followFailedRefund(
  trx: Trx,
  { before, order, notes }: Change,
  notifying: Notifying,
): Promise<void> {
  const failed = order.refund_failures - before.refund_failures
  const amount = Math.min(failed, order.refund_failed)
  if (amount <= 0) return
  const reason = order.refund_failure ?? ''
  const entry = { before: {}, after: { sum: amount, reason } }
  await recordAudit(
    trx,
    { who: cardProvider, act: 'order.refund_failed', subject: order.id, ...entry },
    notifying,
  )
  const suffix = `:${order.revision}`
  const failure = { amount, reason }
  await notifyOfOrder(trx, order, { kind: 'refund_failed_notice', suffix, params: failure }, notifying)
  if (order.refund_failed <= before.refund_failed) return
  const params = { amount, note: notes.lowering }
  await mailBuyer(trx, order, { kind: 'refund_delayed', suffix, params }, notifying)
}

async function followAttention(trx: Trx, { before, order }: Change, notifying: Notifying): Promise<void> {
  const [earlier, attention] = [attentionOf(before), attentionOf(order)]
  if (!attention) return
  const isKnown = isSameAttention(earlier, attention)
  if (isKnown && attention.isAnswered && !earlier?.isAnswered)
    await recordEvent(trx, { orderId: order.id, event: 'order.dispute_answered' }, notifying)
  if (isKnown) return
  const detail = describeAttention(attention, order.currency)
  await recordEvent(trx, { orderId: order.id, event: 'order.attention', detail }, notifying)
  const entry = { who: cardProvider, act: 'order.attention', subject: order.id } as const
  await recordAudit(trx, { ...entry, after: { reason: detail } }, notifying)
  // The mail about the dispute already says this.
  const isTold = order.status === 'disputed' && before.status !== 'disputed'
  if (isTold) return
  const { id, kind, reason } = attention
  const suffix = `:${id}:${kind === 'unknown' ? reason : kind}`
  await notifyOfOrder(trx, order, { kind: 'order_attention_notice', suffix, params: attention }, notifying)
}
