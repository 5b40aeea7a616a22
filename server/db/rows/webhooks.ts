export type WebhookEvents = {
  provider: string
  event_id: string
  type: string
  order_id: string | null
  payment_intent: string | null
  received_at: string
  /** Null until the order that it woke has been settled. */
  processed_at: string | null
}

export type WebhookDeliveryRow = {
  /** The message's id, the same at every attempt. */
  id: string
  dedupe_key: string
  type: string
  url: string
  /** The body, as it is signed. */
  payload: string
  status: 'queued' | 'sent' | 'dead'
  attempts: number
  next_attempt_at: string
  leased_until: string | null
  lease: string | null
  last_error: string | null
  created_at: string
  sent_at: string | null
}
