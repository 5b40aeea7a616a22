import type { Day } from '#shared/calendar/calendar.ts'
import type { OrderStatus } from '#shared/orders/orders.ts'
import type { BuyerColumns } from './buyer.ts'

export type OrderRow = BuyerColumns & {
  id: string
  /** Number for people: "2026-000123". */
  number: string
  status: OrderStatus
  currency: string
  total: number
  tax: number
  /** Cents, the sum of all refunds. */
  refunded: number
  /** Cents. Null before payment. Differs from the total during a review, or for a part payment. */
  received_amount: number | null
  received_currency: string | null
  payment_method: 'card' | 'invoice'
  /** Id of a Stripe Checkout Session. Null until Stripe answers. */
  session_id: string | null
  session_url: string | null
  payment_intent: string | null
  price_version: string
  created_at: string
  paid_at: string | null
  checked_at: string | null
  /** Null if nothing can change any more. */
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
  /** A debit that the customer's bank is processing, or the last one that it refused. Otherwise null. */
  payment_state: 'processing' | 'failed' | null
  /** Part of `refunded` that is under way. */
  refund_pending: number
  /** Part of `refunded` that the provider couldn't refund, so it is owed. */
  refund_failed: number
  /** Provider's reason for the last failure. */
  refund_failure: string | null
  /** Sum of all failed refunds, including retries. */
  refund_failures: number
  /** `FailedRefunds` as JSON; null until a failed one was seen. */
  failed_refunds: string | null
  /** Part of `refunded` that went back by bank transfer. */
  refund_repaid: number
  /** Part of `refunded` that banks took in lost disputes. */
  taken_back: number
  /** Cents that banks took although they were refunded before. The buyer has them twice. */
  taken_twice: number
  /** `Attention` as JSON. */
  attention: string | null
  /** Part of `refunded` that staff must still send by bank transfer. */
  refund_to_send: number
  /** Time since which its oldest part waits; null if nothing is due. */
  refund_asked_at: string | null
  /** Day by which the buyer was promised it, in the company's time zone. */
  refund_due_on: Day | null
  /** `RefundAccount` as JSON, kept until the money is sent. */
  refund_account: string | null
  /** Hash of the terms that the buyer accepted; null for orders before terms were stored. */
  terms: string | null
  /** Quote that was ordered. */
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
  /** JSON of the change that this line applies to the licence. */
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
  /** Id of the placed order. */
  order_id: string | null
  /** Id of what another act made or changed. */
  made: string | null
  /** JSON, encrypted with the client's key. */
  answer: string | null
  leased_until: string | null
  lease: string | null
  created_at: string
}

/** Money received for an order, or refunded (negative). A row never changes. */
export type PaymentRow = {
  id: string
  order_id: string
  /** Repeated reports create one payment. */
  dedupe_key: string
  amount: number
  currency: string
  /** Time of arrival. For a transfer, the start of its day. */
  received_at: string
  reference: string | null
  source: 'card' | 'transfer'
  statement_line: string | null
  /** An email, "command line", or empty for a payment provider. */
  who: string
  created_at: string
}

/** The request is finished once the order's refunds have reached `refunded`. */
export type RefundRow = {
  id: string
  order_id: string
  /** Cumulative cents, including this refund. */
  refunded: number
  reason: string | null
  /** JSON list of the licences that the refund ends. */
  licence_ids: string
  who: string
  asked_at: string
  done_at: string | null
}
