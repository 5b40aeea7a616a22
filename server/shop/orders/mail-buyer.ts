import type { MailKind } from '#shared/desk/mail-words.ts'
import { enqueueMail } from '../../messages/mail/outbox.ts'
import type { Trx } from '../../runtime/db/database.ts'
import type { OrderRow } from '../../runtime/db/rows/orders.ts'
import type { Moment } from '../../runtime/moment.ts'

type BuyerMail = { kind: MailKind; suffix?: string; params?: Record<string, unknown> }

/** Runs in the transaction that changes the order. @param mail `suffix` tells mails of one kind apart */
export async function mailBuyer(
  trx: Trx,
  { id: orderId, customer_email: recipient }: OrderRow,
  { kind, suffix = '', params = {} }: BuyerMail,
  moment: Moment,
): Promise<void> {
  const dedupeKey = `order:${orderId}:${kind}${suffix}`
  await enqueueMail(trx, { kind, dedupeKey, recipient, orderId, params }, moment)
}
