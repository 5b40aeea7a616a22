import type { QueueRow } from './queue.ts'

/** A mail is rendered when it is sent, so the table holds no whole keys. */
export type MailRow = QueueRow & {
  kind: string
  order_id: string | null
  message_id: string | null
  recipient: string
  params: string
}
