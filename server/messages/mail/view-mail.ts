import type { Mail } from '#shared/desk/mail-answers.ts'
import type { MailRow } from '../../runtime/db/rows/mails.ts'
import { shownEmail } from '../../runtime/shown-email.ts'
import { viewSending } from '../outbox/view.ts'

/** A mail as the desk and the command line show it. */
export function viewMail(row: MailRow): Omit<Mail, 'carries'> {
  return {
    ...viewSending(row),
    kind: row.kind,
    recipient: shownEmail(row.recipient),
    orderId: row.order_id,
    messageId: row.message_id,
    asideReason: row.aside_reason,
  }
}
