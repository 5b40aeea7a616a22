import type { ShopContext } from '../../context.ts'
import { type ChangedLicence, changedLicences } from '../../licences/changes/changed-licences.ts'
import { licencesOfOrder, type OwnedLicence, ownedLicence } from '../../licences/licensing/issue.ts'
import type { ReminderParams } from '../../licences/reminders/params.ts'
import { type ReminderContent, readReminder } from '../../licences/reminders/reminder-source.ts'
import type { NewMailLink } from '../../people/sign-in/mail-links.ts'
import { readSnapshot } from '../../runtime/db/read-snapshot.ts'
import type { InvoiceRow } from '../../runtime/db/rows/invoices.ts'
import type { LicenceMoveRow, LicenceRow } from '../../runtime/db/rows/licences.ts'
import type { MailRow } from '../../runtime/db/rows/mails.ts'
import type { MessageRow } from '../../runtime/db/rows/messages.ts'
import type { OrderLineRow, OrderRow } from '../../runtime/db/rows/orders.ts'
import type { QuoteRow } from '../../runtime/db/rows/quotes.ts'
import { type EarlierInvoice, findEarlierInvoice } from '../../shop/invoices/earlier-invoice.ts'
import { readInvoicePdf } from '../../shop/invoices/issue.ts'
import { creditOf, sumOfPayments } from '../../shop/orders/ledger.ts'
import { findLines, findOrder } from '../../shop/orders/order-store.ts'
import { findPaidByCard, type PaidByCard } from '../../shop/orders/paid-by-card.ts'
import { findQuote, viewQuote } from '../../shop/quotes/quotes.ts'

/** Mails read this data when they are sent. */
export type MailSources = {
  order(id: string): Promise<OrderForMail | null>
  message(id: string): Promise<MessageRow | null>
  /** Includes the whole key, which only its owner may read. */
  licence(id: string): Promise<OwnedLicence | null>
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

/** Addresses are folded. */
export type CustomerSources = {
  /** Returns the first spelling; null if nothing was bought with the address. */
  findTypedEmail(email: string): Promise<string | null>
  /** Mails the address at most once a day. */
  notifyUnknownAddress(email: string): Promise<void>
  move(
    id: string,
  ): Promise<(LicenceMoveRow & { licences: Pick<LicenceRow, 'id' | 'plan' | 'key_hint'>[] }) | null>
  document(orderId: string, number: string): Promise<IssuedDocument | null>
  /** Creates a one-time link during the delivery, because its token must not be stored. */
  createLink(link: NewMailLink): Promise<{ token: string; expiresAt: Date }>
}

export type IssuedDocument = { number: string; pdf: Uint8Array }

export function createMailSources(ctx: ShopContext): MailSources {
  const {
    database: { db },
    keyring,
  } = ctx
  return {
    order: (id) =>
      readSnapshot(ctx.database, async (snapshot) => {
        const order = await findOrder(snapshot, id)
        if (!order) return null
        const lines = await findLines(snapshot, id)
        const [changed = null] = await changedLicences(snapshot, id, keyring)
        const licences = await licencesOfOrder(snapshot, id, keyring)
        return { order, lines, licences, changed, credit: creditOf(order, await sumOfPayments(snapshot, id)) }
      }),
    async message(id) {
      const row = await db.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirst()
      return row ?? null
    },
    licence: (id) => ownedLicence(db, id, keyring),
    reminder: (mail, params) => readReminder(ctx, mail, params),
    paidByCard: (window) => findPaidByCard(db, window, 100),
    document: (orderId, kind, refunded) => readInvoicePdf(db, orderId, kind, refunded),
    earlierInvoice: (orderId) => findEarlierInvoice(db, orderId),
    async quote(id) {
      const quote = await findQuote(db, id)
      return quote && { quote, link: (await viewQuote(ctx, quote)).quote.link }
    },
  }
}
