export type QueueRow = {
  id: string
  /** Repeated causes enqueue one row. */
  dedupe_key: string
  /** Only a mail that was given up is set aside. */
  status: 'queued' | 'sent' | 'dead' | 'aside'
  attempts: number
  next_attempt_at: string
  leased_until: string | null
  lease: string | null
  last_error: string | null
  created_at: string
  sent_at: string | null
  /** When a person last asked for another attempt. */
  retried_at: string | null
}
