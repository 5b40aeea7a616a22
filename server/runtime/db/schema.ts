import type { ColumnType, Generated } from 'kysely'
import type { WithBuyer } from './rows/buyer.ts'
import type { CodeUseRow, DiscountCodeRow } from './rows/codes.ts'
import type { ImportChunkRow, ImportedLicenceRow, ImportLayoutRow, ImportRow } from './rows/imports.ts'
import type { InvoiceRow } from './rows/invoices.ts'
import type * as licences from './rows/licences.ts'
import type { MailRow } from './rows/mails.ts'
import type { MessageRow } from './rows/messages.ts'
import type * as orders from './rows/orders.ts'
import type { QuoteRow } from './rows/quotes.ts'
import type { ReleaseOfferRow } from './rows/releases.ts'
import type { SearchEntryRow } from './rows/search.ts'
import type { AuditEntryRow, DeskMemberRow, DeskTokenRow, MailLinkRow, SessionRow } from './rows/sign-in.ts'
import type * as statements from './rows/statements.ts'
import type { PaymentRefusalRow, WebhookDeliveryRow, WebhookEvents } from './rows/webhooks.ts'

/** Makes columns with a default optional when a row is inserted. */
type WithDefaults<Row, Name extends keyof Row> = Omit<Row, Name> & { [Each in Name]: Generated<Row[Each]> }

/** Columns about events after the order is placed. */
type LaterColumns = Extract<keyof orders.OrderRow, 'link_generation' | `refund_${string}` | `taken_${string}`>

/**
 * Times are ISO 8601 UTC, amounts integer cents, booleans 0 or 1, lists and objects JSON. Opaque ids have a
 * prefix.
 */
export type Schema = {
  accepted_terms: orders.AcceptedTermsRow
  orders: WithDefaults<WithBuyer<orders.OrderRow>, LaterColumns>
  order_lines: orders.OrderLineRow
  order_events: orders.OrderEvents
  invoices: InvoiceRow
  licences: WithDefaults<licences.LicenceRow, 'metadata'>
  licence_changes: licences.LicenceChangeRow
  enrolments: licences.EnrolmentRow
  activations: licences.ActivationRow
  trials: licences.TrialRow
  mails: MailRow
  reminder_opt_outs: { email: string; created_at: string }
  messages: MessageRow
  missed_searches: { day: string; words: string; times: number }
  webhook_events: WebhookEvents
  payment_refusals: PaymentRefusalRow
  idempotency_keys: orders.IdempotencyKeys
  counters: { name: string; value: number }
  /** `public_key` is SPKI in PEM. */
  signing_keys: { kid: string; public_key: string; created_at: string; retired_at: string | null }
  /**
   * `wrapped` is the secret encrypted with the signing key `kid`. `generation` grows with each new secret,
   * but not when that key rotates.
   */
  data_secrets: { id: string; wrapped: string; kid: string; generation: number }
  mail_links: MailLinkRow
  sessions: SessionRow
  audit_entries: AuditEntryRow
  replaced_keys: licences.ReplacedKeys
  old_keys: licences.OldKeyRow
  imports: WithDefaults<ImportRow, 'done' | 'created' | 'known' | 'refused' | 'mailed'>
  import_chunks: ImportChunkRow
  import_layouts: ImportLayoutRow
  imported_licences: ImportedLicenceRow
  licence_moves: licences.LicenceMoveRow
  desk_tokens: DeskTokenRow
  desk_members: DeskMemberRow
  release_offers: ReleaseOfferRow
  payments: orders.PaymentRow
  refunds: orders.RefundRow
  search_entries: SearchEntryRow
  bank_accounts: statements.BankAccountRow
  bank_account_numbers: statements.BankAccountNumberRow
  statements: statements.StatementRow
  booked_lines: statements.BookedLineRow
  statement_lines: statements.StatementLineRow
  statement_uploads: statements.StatementUploadRow
  statement_decisions: statements.StatementDecisionsRow
  discount_codes: DiscountCodeRow
  code_uses: CodeUseRow
  /** Triggers keep it up to date. `email` is folded; `kept` is the sum of its orders minus refunds. */
  customer_sums: { email: string; orders: number; kept: number }
  quotes: Omit<WithBuyer<QuoteRow>, 'state'> & { state: ColumnType<QuoteRow['state'], undefined, undefined> }
  webhook_deliveries: WebhookDeliveryRow
  /** Receivers that answered 410, which get no messages until `site.yml` adds them again. */
  ended_receivers: { url: string; ended_at: string }
}
