import type { Db } from '../db/database.ts'
import type { InvoiceRow } from '../db/rows/invoices.ts'
import type { LicenceMoveRow, LicenceRow } from '../db/rows/licences.ts'
import type { MailRow } from '../db/rows/mails.ts'
import type { MessageRow } from '../db/rows/messages.ts'
import type { OrderLineRow, OrderRow } from '../db/rows/orders.ts'
import type { QuoteRow } from '../db/rows/quotes.ts'
import type { EarlierInvoice } from '../invoices/earlier-invoice.ts'
import type { ChangedLicence } from '../licensing/changes/changed-licences.ts'
import type { ReminderParams } from '../licensing/reminders/params.ts'
import type { ReminderContent } from '../licensing/reminders/reminder-source.ts'
import { creditOf, sumOfPayments } from '../orders/ledger.ts'
import { findLines, findOrder } from '../orders/order-store.ts'
import type { PaidByCard } from '../orders/paid-by-card.ts'
import type { NewMailLink } from '../sign-in/mail-links.ts'

/** Mails read this data when they are sent. */
export type MailSources = {
  order(id: string): Promise<OrderForMail | null>
  message(id: string): Promise<MessageRow | null>
  /** Includes the whole key. */
  licence(id: string): Promise<IssuedLicence | null>
  reminder(mail: Pick<MailRow, 'id' | 'recipient'>, params: ReminderParams): Promise<ReminderContent | null>
  /** Lists at most a hundred orders. */
  paidByCard(window: { from: string; to: string }): Promise<PaidByCard>
  /** Returns the stored bytes. */
  document(orderId: string, kind: InvoiceRow['kind'], refunded?: number): Promise<IssuedDocument | null>
  earlierInvoice(orderId: string): Promise<EarlierInvoice | null>
  /** `link` includes the token that opens the quote. */
  quote(id: string): Promise<{ quote: QuoteRow; link: string } | null>
}

export type OrderForMail = {
  order: OrderRow
  lines: OrderLineRow[]
  licences: LicenceForMail[]
  /** Set if the order changes a licence. */
  changed: ChangedLicence | null
  /** In cents: money that the order doesn't claim. */
  credit: number
}

export type LicenceForMail = {
  lineId: string
  key: string
  status: LicenceRow['status']
  seats: { limit: number }
  updatesUntil: string
}

export type IssuedLicence = Omit<LicenceForMail, 'lineId'> & { plan: string }

/** Addresses are folded. */
export type CustomerSources = {
  /** Returns the first spelling; null if nothing was bought with the address. */
  findTypedEmail(email: string): Promise<string | null>
  /** Mails the address at most once a day. */
  notifyUnknownAddress(email: string): Promise<void>
  licence(
    id: string,
  ): Promise<(Pick<LicenceRow, 'plan' | 'key_hint' | 'status' | 'email'> & { key: string }) | null>
  move(id: string): Promise<(LicenceMoveRow & { licences: Pick<LicenceRow, 'plan' | 'key_hint'>[] }) | null>
  document(orderId: string, number: string): Promise<IssuedDocument | null>
  /** Creates a one-time link during the delivery, because its token must not be stored. */
  createLink(link: NewMailLink): Promise<{ token: string; expiresAt: Date }>
}

export type IssuedDocument = { number: string; pdf: Uint8Array }

export type MailSourceParts = {
  licences(orderId: string): Promise<LicenceForMail[]>
  licence: MailSources['licence']
  changed(orderId: string): Promise<ChangedLicence[]>
  reminder: MailSources['reminder']
  document: MailSources['document']
  earlierInvoice: MailSources['earlierInvoice']
  paidByCard: MailSources['paidByCard']
  quote: MailSources['quote']
}

export function createMailSources(
  db: Db,
  { licences, licence, changed, reminder, document, earlierInvoice, paidByCard, quote }: MailSourceParts,
): MailSources {
  return {
    async order(id) {
      const order = await findOrder(db, id)
      if (!order) return null
      const lines = await findLines(db, id)
      const [changedLicence = null] = await changed(id)
      const credit = creditOf(order, await sumOfPayments(db, id))
      return { order, lines, licences: await licences(id), changed: changedLicence, credit }
    },
    async message(id) {
      const row = await db.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirst()
      return row ?? null
    },
    licence,
    reminder,
    document,
    earlierInvoice,
    paidByCard,
    quote,
  }
}
