import { routes } from '#shared/routes/routes.ts'
import type { ShopContext } from '../../context.ts'
import { type ChangedLicence, changedLicences } from '../../licences/changes/changed-licences.ts'
import { licencesOfOrder } from '../../licences/licensing/issue.ts'
import { accessToken } from '../../people/link-access/access.ts'
import { readSnapshot } from '../../runtime/db/read-snapshot.ts'
import { buyerOf } from '../../runtime/db/rows/buyer.ts'
import type { InvoiceRow } from '../../runtime/db/rows/invoices.ts'
import type { LicenceRow } from '../../runtime/db/rows/licences.ts'
import type { OrderLineRow, OrderRow } from '../../runtime/db/rows/orders.ts'
import type { QuoteRow } from '../../runtime/db/rows/quotes.ts'
import { type EarlierInvoice, findEarlierInvoice } from '../invoices/earlier-invoice.ts'
import { readDocumentPdf, readInvoicePdf } from '../invoices/issue.ts'
import { readEInvoice } from '../invoices/read-e-invoice.ts'
import { creditOf, sumOfPayments } from '../orders/ledger.ts'
import { findLines, findOrder } from '../orders/order-store.ts'
import { findPaidByCard, type PaidByCard } from '../orders/paid-by-card.ts'
import { findQuote, quotePath, statusOf } from '../quotes/quotes.ts'

/** Mails about orders and quotes read this data when they are sent. */
export type ShopSources = {
  order(id: string): Promise<OrderForMail | null>
  /** Includes the token that opens the order. */
  orderLink(order: OrderRow): Promise<string>
  /** Lists at most a hundred orders. */
  paidByCard(window: { from: string; to: string }): Promise<PaidByCard>
  /** Returns the stored bytes. */
  document(orderId: string, kind: InvoiceRow['kind'], refunded?: number): Promise<IssuedDocument | null>
  documentByNumber(orderId: string, number: string): Promise<IssuedDocument | null>
  earlierInvoice(orderId: string): Promise<EarlierInvoice | null>
  /** `link` includes the token that opens the quote. `isOpen`: it can be ordered. */
  quote(id: string): Promise<{ quote: QuoteRow; link: string; isOpen: boolean } | null>
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

export type IssuedDocument = { number: string; pdf: Uint8Array; xml?: string | undefined }

export function createShopSources(ctx: ShopContext): ShopSources {
  const {
    config: { siteUrl },
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
    async orderLink(order) {
      const token = accessToken(await keyring.secrets(db), order)
      return `${siteUrl}${routes.completedOrder(order.id)}&token=${token}`
    },
    paidByCard: (window) => findPaidByCard(db, window, 100),
    document: async (orderId, kind, refunded) =>
      withEInvoice(orderId, await readInvoicePdf(db, orderId, kind, refunded)),
    documentByNumber: async (orderId, number) =>
      withEInvoice(orderId, await readDocumentPdf(db, orderId, number)),
    earlierInvoice: (orderId) => findEarlierInvoice(db, orderId),
    async quote(id) {
      const quote = await findQuote(db, id)
      if (!quote) return null
      const { path } = await quotePath(db, keyring, id)
      return { quote, link: siteUrl + path, isOpen: statusOf(quote, ctx.clock()) === 'open' }
    },
  }

  /** For a buyer whose system takes them. */
  async function withEInvoice(orderId: string, document: IssuedDocument | null) {
    const order = document && (await findOrder(db, orderId))
    if (!order || !buyerOf(order).eInvoice) return document
    return { ...document, xml: (await readEInvoice(db, orderId, document.number))?.xml }
  }
}
