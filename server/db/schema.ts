import type { OrderStatus } from '#shared/orders.ts'

/**
 * The tables, as the queries see them. Common to both engines: times are ISO 8601 UTC text, which sorts as it reads;
 * money is integer cents; truth is 0 or 1; opaque ids carry a prefix.
 */
export type Schema = {
  orders: OrderRow
  order_lines: OrderLineRow
  order_events: OrderEvents
  invoices: InvoiceRow
  licences: LicenceRow
  licence_changes: LicenceChangeRow
  activations: ActivationRow
  trials: TrialRow
  mails: MailRow
  reminder_opt_outs: { email: string; created_at: string }
  messages: MessageRow
  webhook_events: WebhookEvents
  idempotency_keys: IdempotencyKeys
  counters: { name: string; value: number }
  signing_keys: SigningKeys
  data_secrets: DataSecrets
  mail_links: MailLinkRow
  sessions: SessionRow
  audit_entries: AuditEntryRow
  replaced_keys: ReplacedKeys
  licence_moves: LicenceMoveRow
  desk_tokens: DeskTokenRow
  payments: PaymentRow
  refunds: RefundRow
  search_entries: SearchEntryRow
  statements: StatementRow
  statement_lines: StatementLineRow
  statement_columns: { account: string; columns: string }
  discount_codes: DiscountCodeRow
  code_uses: CodeUseRow
  quotes: QuoteRow
  webhook_deliveries: WebhookDeliveryRow
}

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
type OrderEvents = { id: string; order_id: string; at: string; event: string; detail: string }

/** Invoices, adjustment notes and receipts. Their bytes never change. */
export type InvoiceRow = {
  id: string
  order_id: string
  kind: 'invoice' | 'adjustment_note' | 'receipt'
  /** Without gaps within a kind. */
  number: string
  /** Grows when an order that lapsed, whose invoice a note cancelled, is invoiced again. */
  round: number
  /** An order's cumulative refund that an adjustment note brings it to; 0 for the invoice. One document for each. */
  refunded: number
  /** Counts an invoice's corrections: 0 for the first invoice, and for every adjustment note. */
  correction: number
  /** The number of the invoice that this one corrects. */
  replaces: string | null
  issued_at: string
  /** What the document says, as JSON. */
  content: string
  /** What an invoice comes to, or a note gives back, with the GST in it; and whether it has GST. Cents. */
  total: number
  tax: number
  taxed: number
  pdf: Uint8Array
}

export type LicenceRow = {
  id: string
  /** Null for one that the operator issued. */
  order_line_id: string | null
  /** Which of the line's quantity, from 0. */
  ordinal: number
  /** HMAC of the normalised key. */
  key_lookup: string
  /** The key, encrypted. */
  key_cipher: string
  key_hint: string
  sku: string
  plan: string
  seat_limit: number
  updates_until: string
  status: 'active' | 'suspended' | 'revoked'
  /** Who suspended it: the end of a dispute lifts no operator's suspension. */
  suspended_by: 'dispute' | 'operator' | null
  licensed_name: string
  licensed_company: string | null
  email: string
  created_at: string
  /** When it last came to this address from another; null for one that never moved. */
  moved_at: string | null
}

/** A paid order line that changed a licence. One row for each line. */
export type LicenceChangeRow = {
  id: string
  licence_id: string
  /** Counts the changes of a licence, from 0, as they were first applied. */
  ordinal: number
  order_line_id: string
  kind: 'renewal' | 'upgrade' | 'seats'
  /** The licence around this change when it was first applied, as JSON. The first row keeps the licence as bought. */
  before: string
  after: string
  applied_at: string
  /** Set while the change is taken back. */
  reverted_at: string | null
}

export type ActivationRow = {
  id: string
  licence_id: string
  /** 0 … seat_limit - 1: a numbered slot, so that a unique index bounds them. */
  seat: number
  machine_id: string
  machine_name: string | null
  machine_os: string | null
  app_version: string | null
  activated_at: string
  seen_at: string
  released_at: string | null
}

/** Kept for good, so a machine gets no second trial. */
export type TrialRow = { machine_id: string; started_at: string; expires_at: string }

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

export type MessageRow = {
  id: string
  reference: string
  name: string
  email: string
  topic: string
  message: string
  /** A person passed the human verification. */
  verified: number
  quarantined: number
  /** Hash of the content while a repeat of it counts as the same message; null afterwards. */
  repeat_key: string | null
  created_at: string
  /** When somebody said that it is answered, and who. */
  answered_at: string | null
  answered_by: string | null
}

type WebhookEvents = {
  provider: string
  event_id: string
  type: string
  order_id: string | null
  payment_intent: string | null
  received_at: string
  /** Null until the order that it woke has been settled. */
  processed_at: string | null
}

type SigningKeys = {
  kid: string
  /** SPKI, PEM. */
  public_key: string
  created_at: string
  /** When it left the published set; null while it is there. */
  retired_at: string | null
}

type DataSecrets = {
  id: string
  /** The secret, encrypted under a signing key. */
  wrapped: string
  /** That signing key. */
  kid: string
  /** Grows by one with each new secret. A rotation of the signing key leaves it unchanged. */
  generation: number
}

type IdempotencyKeys = {
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

/** A mailed link that does one thing once. The token itself is in the mail alone. */
export type MailLinkRow = {
  /** SHA-256 in hex. */
  token_hash: string
  /** What it opens or confirms: no other purpose accepts it. */
  purpose: string
  /** Folded, see `foldEmail`. */
  email: string
  /** What the link is about, such as a move's id. */
  subject: string | null
  created_at: string
  expires_at: string
  spent_at: string | null
}

export type SessionRow = {
  /** SHA-256 in hex of the cookie's token. */
  token_hash: string
  purpose: string
  /** Folded, see `foldEmail`. */
  email: string
  created_at: string
  seen_at: string
  expires_at: string
  ended_at: string | null
}

/** What a person changed. Nothing deletes a row. */
export type AuditEntryRow = {
  id: string
  at: string
  /** An email, "command line" or "customer". */
  who: string
  act: string
  /** The id of what was changed. */
  subject: string
  /** JSON. Never a whole key. */
  before: string
  after: string
}

type ReplacedKeys = {
  /** SHA-256 in hex. A dead key opens nothing, so its look-up needs no secret. */
  key_hash: string
  licence_id: string
  key_hint: string
  replaced_at: string
}

/** Licences on their way to another address: accepted there, then confirmed at the old one. Addresses are folded. */
export type LicenceMoveRow = {
  id: string
  from_email: string
  to_email: string
  /** JSON. */
  licence_ids: string
  started_at: string
  accepted_at: string | null
  confirmed_at: string | null
  undone_at: string | null
}

/** Lets a program do at the desk what the person may who made it. The token itself is shown once. */
export type DeskTokenRow = {
  id: string
  /** SHA-256 in hex. */
  token_hash: string
  /** Folded, see `foldEmail`. */
  email: string
  created_at: string
  used_at: string | null
  revoked_at: string | null
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

/** A text by which something can be found. Triggers keep them. */
export type SearchEntryRow = {
  /** Grows with time. */
  id: number
  kind: 'order' | 'licence' | 'message'
  /** The id of what is found. */
  subject: string
  /** Whose text it is: "invoices:inv_…". */
  source: string
  at: string
  words: string
}

export type DiscountCodeRow = {
  /** In capitals. */
  code: string
  percent: number | null
  /** Cents. One of the two is null. */
  amount: number | null
  /** JSON; null for every plan. */
  skus: string | null
  applies_to: 'new' | 'renewal' | 'any'
  /** Days of the company, both included. */
  from_day: string | null
  to_day: string | null
  max_uses: number | null
  max_uses_per_address: number | null
  note: string
  created_at: string
  ended_at: string | null
}

/** An order that a code made cheaper. */
export type CodeUseRow = {
  order_id: string
  code: string
  /** Folded, see `foldEmail`. */
  email: string
  /** 0 … max_uses - 1, so that a unique index bounds them. Null without a bound, and for a late payment beyond it. */
  place: number | null
  address_place: number | null
  reserved_at: string
  counted_at: string | null
  given_back_at: string | null
}

/** Prices that are held for a buyer. */
export type QuoteRow = Pick<
  OrderRow,
  | 'currency'
  | 'total'
  | 'tax'
  | 'discount'
  | 'tax_rule'
  | 'price_version'
  | 'customer_name'
  | 'customer_email'
  | 'company_name'
  | 'abn'
  | 'vat_id'
  | 'country'
  | 'purchase_order'
> & {
  id: string
  number: string
  created_at: string
  valid_until: string
  /** Hash of the body that asked for it. */
  fingerprint: string
  /** The order that was made of it. */
  order_id: string | null
  /** JSON, each line as it becomes an order's. */
  lines: string
  code: string | null
  content: string
  pdf: Uint8Array
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

/** A bank's file that was read. */
export type StatementRow = {
  id: string
  account: string
  /** Of a CSV, comma separated. */
  columns: string | null
  lines: number
  who: string
  created_at: string
}

export type StatementLineRow = {
  statement_id: string
  /** Its place in the file, from 1. */
  n: number
  /** The same for the same line in another file of the account. */
  hash: string
  day: string
  /** Cents; negative for what went out. */
  amount: number
  text: string
}
