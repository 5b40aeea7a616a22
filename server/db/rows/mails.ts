/** The outbox. What a mail says is rendered when it is sent, so that no whole key lies here. */
export type MailRow = {
  id: string
  /** One mail for each, however often its reason comes. */
  dedupe_key: string
  kind: string
  order_id: string | null
  message_id: string | null
  recipient: string
  /** What the template needs beyond the order or message, as JSON. */
  params: string
  status: 'queued' | 'sent' | 'dead'
  attempts: number
  next_attempt_at: string
  /** While a worker has it. */
  leased_until: string | null
  lease: string | null
  last_error: string | null
  created_at: string
  sent_at: string | null
}
