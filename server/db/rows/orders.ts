import type { OrderStatus } from '#shared/orders.ts'

export type OrderRow = {
  id: string
  /** As people read it: "2026-000123". */
  number: string
  status: OrderStatus
  currency: string
  total: number
  tax: number
  /** Cumulative, in cents. */
  refunded: number
  /** What came in, which is the order's total and currency but in review. Null before. */
  received_amount: number | null
  received_currency: string | null
  payment_method: 'card' | 'invoice'
  /** Of the provider: a Stripe Checkout Session. Null until it has answered. */
  session_id: string | null
  /** Where the customer pays, while that can be done. */
  session_url: string | null
  payment_intent: string | null
  customer_name: string
  customer_email: string
  company_name: string | null
  abn: string | null
  country: string
  purchase_order: string | null
  price_version: string
  created_at: string
  paid_at: string | null
  /** When the provider was last asked of its state. */
  checked_at: string | null
  /** When the sweep asks again; null when nothing can change any more. */
  next_check_at: string | null
  /** Grows with every change, so that what was read before one isn't taken for what is true after it. */
  revision: number
  /** Links of an earlier generation open nothing. */
  link_generation: number
  /** What volume and a code took off. The total is without it. */
  discount: number
  vat_id: string | null
  /** The tax that the total includes, as JSON; null for none. */
  tax_rule: string | null
  /** When its transfer is due and the order lapses, as JSON. Null for orders by card. */
  transfer_terms: string | null
  /** When the sweep reminds of it or lets it lapse; null when neither is to come. */
  transfer_step_at: string | null
}

/** What was sold, at the price of that moment. */
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
  /** The licence that the line changes; null where it sells new ones. */
  licence_id: string | null
  /** What it changes there, as JSON. */
  change: string | null
  /** What was taken off quantity × unit amount. */
  discount: number
  /** Why, as JSON: `[{ label, amount }]`. */
  discounts: string
}

/** What happened to an order, for the operator. */
export type OrderEvents = { id: string; order_id: string; at: string; event: string; detail: string }

export type IdempotencyKeys = {
  /** Hash of address and key. */
  key_hash: string
  /** Hash of the body. */
  fingerprint: string
  order_id: string | null
  /** While a request with this key runs. */
  leased_until: string | null
  lease: string | null
  created_at: string
}

/** Money that came in for an order, or of it what was too much and went back (negative). A row never changes. */
export type PaymentRow = {
  id: string
  order_id: string
  /** One payment for each, however often it is told. */
  dedupe_key: string
  /** Cents. */
  amount: number
  currency: string
  /** When it came in; of a payment by transfer, when that day began. */
  received_at: string
  reference: string | null
  source: 'card' | 'transfer'
  /** The hash of a bank statement's line. */
  statement_line: string | null
  /** An email, "command line", or empty for a payment provider. */
  who: string
  created_at: string
}

/** What a person asked to be given back. It is done once the order's refunds have reached it. */
export type RefundRow = {
  id: string
  order_id: string
  /** The order's cumulative refund with this one, in cents. */
  refunded: number
  reason: string | null
  /** The licences that end with it, as JSON. */
  licence_ids: string
  who: string
  asked_at: string
  done_at: string | null
}
