import type { QueueRow } from './queue.ts'

/** A mail to send. Its words are rendered when it is sent, so that no whole key lies here. */
export type MailRow = QueueRow & {
  kind: string
  order_id: string | null
  message_id: string | null
  recipient: string
  params: string
}
