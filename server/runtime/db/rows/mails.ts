import type { QueueRow } from './queue.ts'

/** A mail is rendered when it is sent. The table contains no whole keys or link tokens. */
export type MailRow = QueueRow & {
  kind: string
  order_id: string | null
  message_id: string | null
  recipient: string
  params: string
  /** `SentCopy` as JSON: the mail as it was sent. Null before sending, and after the purge. */
  sent_copy: string | null
  /** Reason why a mail was set aside. */
  aside_reason: string | null
}
