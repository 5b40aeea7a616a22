/** What every outbox has: something to send, how often that was tried, and which worker has it in hand. */
export type QueueRow = {
  id: string
  /** One row for each, however often its reason comes. */
  dedupe_key: string
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
