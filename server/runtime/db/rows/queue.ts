export type QueueRow = {
  id: string
  /** The same key enqueues only one row. */
  dedupe_key: string
  /** Only a given-up mail can be set aside. */
  status: 'queued' | 'sent' | 'dead' | 'aside'
  attempts: number
  next_attempt_at: string
  leased_until: string | null
  lease: string | null
  last_error: string | null
  created_at: string
  sent_at: string | null
  /** Time at which a person last requested a retry. */
  retried_at: string | null
}
