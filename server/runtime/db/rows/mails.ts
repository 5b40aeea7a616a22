import type { QueueRow } from './queue.ts'

/** A mail is rendered when it is sent. The table holds no whole keys and no link's token. */
export type MailRow = QueueRow & {
  kind: string
  order_id: string | null
  message_id: string | null
  recipient: string
  params: string
  /** `SentCopy` as JSON: the mail as it was sent. Null before, and once it isn't kept any more. */
  sent_copy: string | null
  /** Why a mail that was given up is done with. */
  aside_reason: string | null
}
