import type { MailRow } from '../db/rows/mails.ts'
import { viewSending } from '../outbox/view.ts'

export function viewMail(row: MailRow) {
  return {
    ...viewSending(row),
    kind: row.kind,
    recipient: row.recipient,
    orderId: row.order_id,
    messageId: row.message_id,
  }
}
