import { buyerMails } from '#shared/desk/mail-words.ts'
import { foldEmail } from '#shared/text/email.ts'
import { enqueueMail } from '../../messages/mail/outbox.ts'
import { isUnsent } from '../../messages/outbox/queue.ts'
import type { Trx } from '../../runtime/db/database.ts'
import { sameEmail } from '../../runtime/db/folded-text.ts'
import { buyerOf } from '../../runtime/db/rows/buyer.ts'
import type { OrderRow } from '../../runtime/db/rows/orders.ts'
import type { Moment } from '../../runtime/moment.ts'
import { mailBuyer } from './order-mails.ts'
import { recordEvent, updateOrder } from './order-store.ts'
import { currentMailOf } from './resend.ts'

type Readdressed = {
  before: OrderRow
  /** Its `buyer` is the corrected one. */
  order: OrderRow
  /** Whether a mail with the order's link to the new address is queued already. */
  isMailed: boolean
}

/**
 * Ends every link and cookie of the earlier address, mails the new one a link, and notifies the earlier one.
 * Another spelling of the same address changes nothing.
 * @param trx a transaction that has locked the order
 */
export async function readdressOrder(
  trx: Trx,
  { before, order, isMailed }: Readdressed,
  moment: Moment,
): Promise<void> {
  const { id, revision } = order
  const { email: recipient } = buyerOf(order)
  if (foldEmail(before.customer_email) === foldEmail(recipient)) return
  await updateOrder(trx, id, { link_generation: before.link_generation + 1 })
  await recordEvent(trx, { orderId: id, event: 'order.links_revoked' }, moment)
  // Mails get their links when sent, so a queued one would bring a new link to the earlier address.
  const waiting = await trx
    .updateTable('mails')
    // Earlier attempts went to another address.
    .set({ recipient, attempts: 0, last_error: null })
    .where('order_id', '=', id)
    .where('kind', 'in', buyerMails)
    .where(sameEmail('recipient', before.customer_email))
    .where('status', '=', 'queued')
    .where(isUnsent('mails'))
    .returning('kind')
    .execute()
  // Sets aside given-up mails, whose retry would bring the new link to the earlier address.
  await trx
    .updateTable('mails')
    .set({ status: 'aside', aside_reason: 'The buyer’s address was corrected.' })
    .where('order_id', '=', id)
    .where('kind', 'in', buyerMails)
    .where('status', '=', 'dead')
    .where(isUnsent('mails'))
    .execute()
  const current = currentMailOf(order)
  if (current && !isMailed && !waiting.some(({ kind }) => kind === current.kind)) {
    const dedupeKey = `order:${id}:readdressed:${revision}:new`
    await enqueueMail(trx, { ...current, dedupeKey, recipient, orderId: id }, moment)
  }
  await mailBuyer(trx, before, { kind: 'order_readdressed', suffix: `:${revision}` }, moment)
}
