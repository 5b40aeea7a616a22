import type { MailKind } from '#shared/desk/mail-words.ts'
import type { Attention } from '#shared/orders/attention.ts'
import { notificationsOf, type Site } from '#shared/seller/site.ts'
import { enqueueFor, type Notifying, notifyOwner } from '../../messages/mail/notify-owner.ts'
import type { Trx } from '../../runtime/db/database.ts'
import type { OrderRow } from '../../runtime/db/rows/orders.ts'
import { attentionOf } from './attention.ts'
import { summaryAt } from './summary-window.ts'

/** Every function here runs in the transaction that changes the order. */

export async function notifyAwaited(trx: Trx, { id }: OrderRow, notifying: Notifying): Promise<void> {
  await notifyOwner(trx, 'order_awaited', mailAbout(id, 'order_awaited_notice'), notifying)
}

/** Notifies at once, or leaves it to the day's summary of card payments. */
export async function notifyPaid(trx: Trx, order: OrderRow, { site, ...moment }: Notifying): Promise<void> {
  for (const { email, paid } of notificationsOf(site, 'order_paid')) {
    const isSummed = paid === 'daily' && order.payment_method === 'card'
    const mail = isSummed ? summaryOf(order, site) : mailAbout(order.id, 'order_paid_notice')
    await enqueueFor(trx, email, mail, moment)
  }
}

/** @param amount cents of this refund */
export async function notifyRefunded(
  trx: Trx,
  { id, refunded, revision, refund_to_send: toSend }: OrderRow,
  amount: number,
  notifying: Notifying,
): Promise<void> {
  const params = { refunded, amount, ...(toSend > 0 && { toSend }) }
  const mail = mailAbout(id, 'order_refund_notice', { suffix: `:${revision}`, params })
  await notifyOwner(trx, 'refund', mail, notifying)
}

/** The revision tells an order's disputes apart. @param sums cents that the bank took by it, and had gone back before */
export async function notifyDispute(
  trx: Trx,
  order: OrderRow,
  { taken, twice }: { taken: number; twice: number },
  notifying: Notifying,
): Promise<void> {
  const { id, status, revision } = order
  const params = { status, taken, twice, attention: attentionOf(order) }
  const suffix = `:${revision}${taken > 0 ? ':lost' : ''}`
  const mail = mailAbout(id, 'order_dispute_notice', { suffix, params })
  await notifyOwner(trx, 'dispute', mail, notifying)
}

/** Nothing changes for the order, but somebody should act. */
export async function notifyAttention(
  trx: Trx,
  { id }: OrderRow,
  attention: Attention,
  notifying: Notifying,
): Promise<void> {
  const { id: about, kind, reason } = attention
  const suffix = `:${about}:${kind === 'unknown' ? reason : kind}`
  const mail = mailAbout(id, 'order_attention_notice', { suffix, params: attention })
  await notifyOwner(trx, 'dispute', mail, notifying)
}

/** @param params cents of this failure, and the provider's reason */
export async function notifyRefundFailed(
  trx: Trx,
  { id, revision }: OrderRow,
  params: { amount: number; reason: string },
  notifying: Notifying,
): Promise<void> {
  const mail = mailAbout(id, 'refund_failed_notice', { suffix: `:${revision}`, params })
  await notifyOwner(trx, 'problem', mail, notifying)
}

/** An appeal was won after the dispute was lost. @param params cents, and the number of the note that raises the invoice */
export async function notifyMoneyBack(
  trx: Trx,
  { id, revision }: OrderRow,
  params: { amount: number; note: string | null },
  notifying: Notifying,
): Promise<void> {
  const mail = mailAbout(id, 'money_back_notice', { suffix: `:${revision}`, params })
  await notifyOwner(trx, 'problem', mail, notifying)
}

export async function notifyReview(
  trx: Trx,
  { id }: OrderRow,
  details: Details,
  notifying: Notifying,
): Promise<void> {
  await notifyOwner(trx, 'problem', mailAbout(id, 'order_review', details), notifying)
}

/** Such an order doesn't lapse. */
export async function notifyPartlyPaid(trx: Trx, { id }: OrderRow, notifying: Notifying): Promise<void> {
  await notifyOwner(trx, 'problem', mailAbout(id, 'order_partly_paid_notice'), notifying)
}

type Details = { suffix?: string; params?: Record<string, unknown> }

function mailAbout(orderId: string, kind: MailKind, { suffix = '', params = {} }: Details = {}) {
  return { kind, dedupeKey: `order:${orderId}:${kind}${suffix}`, orderId, params }
}

/** The day's first payment enqueues the summary, which lists all payments when it is sent. */
function summaryOf(order: OrderRow, { company }: Pick<Site, 'company'>) {
  const { from, to, dueAt } = summaryAt(company.timeZone, new Date(order.paid_at ?? 0))
  const params = { from: from.toISOString(), to: to.toISOString() }
  const dedupeKey = `orders_paid:${params.to}`
  return { kind: 'orders_paid_summary', dedupeKey, params, notBefore: dueAt } as const
}
