import type { Day } from '#shared/calendar/calendar.ts'
import type { OrderStatus } from '#shared/orders/orders.ts'
import type { BuyerColumns } from './buyer.ts'

export type OrderRow = BuyerColumns & {
  id: string
  /** For people: "2026-000123". */
  number: string
  status: OrderStatus
  currency: string
  total: number
  tax: number
  /** The sum of all refunds. */
  refunded: number
  /** Null before payment. Differs from the total only during a review. */
  received_amount: number | null
  received_currency: string | null
  payment_method: 'card' | 'invoice'
  /** A Stripe Checkout Session. Null until Stripe answers. */
  session_id: string | null
  session_url: string | null
  payment_intent: string | null
  price_version: string
  created_at: string
  paid_at: string | null
  checked_at: string | null
  /** Null when nothing can change any more. */
  next_check_at: string | null
  /** Grows with every change, so that stale reads are detected. */
  revision: number
  /** Only links of the current generation open the order. */
  link_generation: number
  /** Already subtracted from the total. */
  discount: number
  /** The tax inside the total as JSON; null for none. */
  tax_rule: string | null
  /** Dates of reminders and lapse as JSON; null for card orders. */
  transfer_terms: string | null
  transfer_step_at: string | null
  /** A debit that the customer's bank works on, or the last one that it refused. Null for all else. */
  payment_state: 'processing' | 'failed' | null
  /** The part of `refunded` that is on its way. */
  refund_pending: number
  /** The part of `refunded` that the provider couldn't bring, so it is owed. */
  refund_failed: number
  /** The provider's reason for the last failure. */
  refund_failure: string | null
  /** All sums that the provider couldn't bring, other tries included. */
  refund_failures: number
  /** The part of `refunded` that went back by bank transfer. */
  refund_repaid: number
  /** The part of `refunded` that banks took by disputes that were lost. */
  taken_back: number
  /** Cents that banks took of what had gone back already. The buyer has them twice. */
  taken_twice: number
  /** `Attention` as JSON. */
  attention: string | null
  /** The part of `refunded` that a person must still send by bank transfer. */
  refund_to_send: number
  /** Since when the oldest of it waits; null if nothing is to be sent. */
  refund_asked_at: string | null
  /** The company's day by which the buyer was promised it. */
  refund_due_on: Day | null
  /** `RefundAccount` as JSON, kept until the money is sent. */
  refund_account: string | null
  /** The terms that its buyer accepted, by their hash; null for an order from before they were kept. */
  terms: string | null
  /** The quote that it was made from. */
  quote_id: string | null
}

export type AcceptedTermsRow = { sha256: string; text: string; first_at: string }

export type OrderLineRow = {
  id: string
  order_id: string
  position: number
  sku: string
  name: string
  qty: number
  unit_amount: number
  amount: number
  tax: number
  seats: number
  updates_months: number
  /** Null for new licences. */
  licence_id: string | null
  /** JSON. The change that this line applies to the licence. */
  change: string | null
  discount: number
  /** `[{ label, amount }]` */
  discounts: string
}

export type OrderEvents = { id: string; order_id: string; at: string; event: string; detail: string }

export type IdempotencyKeys = {
  /** Hash of scope and key. */
  key_hash: string
  fingerprint: string
  /** The placed order. */
  order_id: string | null
  /** The id of what another act made or changed. */
  made: string | null
  /** JSON, sealed with the client's key. */
  answer: string | null
  leased_until: string | null
  lease: string | null
  created_at: string
}

/** Money received for an order, or a refunded excess (negative). A row never changes. */
export type PaymentRow = {
  id: string
  order_id: string
  /** Repeated reports enter one payment. */
  dedupe_key: string
  amount: number
  currency: string
  /** The arrival. For a transfer, the start of its day. */
  received_at: string
  reference: string | null
  source: 'card' | 'transfer'
  statement_line: string | null
  /** An email, "command line", or empty for a payment provider. */
  who: string
  created_at: string
}

/** The request is done once the order's refunds have reached `refunded`. */
export type RefundRow = {
  id: string
  order_id: string
  /** Cumulative, with this refund. */
  refunded: number
  reason: string | null
  /** JSON. The refund ends these licences. */
  licence_ids: string
  who: string
  asked_at: string
  done_at: string | null
}
