import type { QueueRow } from './queue.ts'

export type WebhookEvents = {
  provider: string
  event_id: string
  type: string
  order_id: string | null
  payment_intent: string | null
  received_at: string
  /** Null until the event's order is settled. */
  processed_at: string | null
  next_attempt_at: string
}

/** The provider's last refusal of a kind of request, until such a request succeeds. */
export type PaymentRefusalRow = {
  provider: string
  refused_at: string
  /** Its status, code and message. */
  answer: string
}

/** All attempts send the same `id`. */
export type WebhookDeliveryRow = QueueRow & {
  type: string
  url: string
  payload: string
}
