import type { Day } from '#shared/calendar/calendar.ts'
import { routes } from '#shared/routes/routes.ts'
import type { ShopContext } from '../../context.ts'
import { type ChangedLicence, changedLicences } from '../../licences/changes/changed-licences.ts'
import { licencesOfOrder } from '../../licences/licensing/issue.ts'
import { accessToken } from '../../people/link-access/access.ts'
import type { Db } from '../../runtime/db/database.ts'
import { readSnapshot } from '../../runtime/db/read-snapshot.ts'
import { buyerOf } from '../../runtime/db/rows/buyer.ts'
import type { InvoiceRow } from '../../runtime/db/rows/invoices.ts'
import type { LicenceRow } from '../../runtime/db/rows/licences.ts'
import type { OrderLineRow, OrderRow } from '../../runtime/db/rows/orders.ts'
import {
  findInvoices,
  latestRound,
  readDocumentPdf,
  readInvoiceContent,
  readInvoicePdf,
} from '../invoices/issue.ts'
import { readEInvoice } from '../invoices/read-e-invoice.ts'
import { creditOf, sumOfPayments } from '../orders/ledger.ts'
import { findLines, findOrder, type OrderWithLines } from '../orders/order-store.ts'
import { findQuote, quotePath, statusOf } from '../quotes/quotes.ts'

/** Data for mails about orders and quotes, read when they are sent. */
export type ShopSources = ReturnType<typeof createShopSources>

export type OrderForMail = {
  order: OrderRow
  lines: OrderLineRow[]
  licences: LicenceForMail[]
  /** Set if the order changes a licence. */
  changed: ChangedLicence | null
  /** Cents that the order doesn't claim. */
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

export function createShopSources(ctx: ShopContext) {
  const {
    config: { siteUrl },
    database: { db },
    keyring,
  } = ctx
  return {
    order: (id: string): Promise<OrderForMail | null> =>
      readSnapshot(ctx.database, async (snapshot) => {
        const order = await findOrder(snapshot, id)
        if (!order) return null
        const lines = await findLines(snapshot, id)
        const [changed = null] = await changedLicences(snapshot, id, keyring)
        const licences = await licencesOfOrder(snapshot, id, keyring)
        return { order, lines, licences, changed, credit: creditOf(order, await sumOfPayments(snapshot, id)) }
      }),
    /** Contains the token that opens the order. */
    async orderLink(order: OrderRow) {
      const token = accessToken(await keyring.secrets(db), order)
      return `${siteUrl}${routes.completedOrder(order.id)}&token=${token}`
    },
    paidByCard: (window: { from: string; to: string }) => findPaidByCard(db, window, 100),
    /** Returns the stored bytes. */
    document: async (orderId: string, kind: InvoiceRow['kind'], refunded?: number) =>
      withEInvoice(orderId, await readInvoicePdf(db, orderId, kind, refunded)),
    documentByNumber: async (orderId: string, number: string) =>
      withEInvoice(orderId, await readDocumentPdf(db, orderId, number)),
    earlierInvoice: (orderId: string) => findEarlierInvoice(db, orderId),
    /** `link` contains the token that opens the quote. `isOpen`: it can still be ordered. */
    async quote(id: string) {
      const quote = await findQuote(db, id)
      if (!quote) return null
      const { path } = await quotePath(db, keyring, id)
      return { quote, link: siteUrl + path, isOpen: statusOf(quote, ctx.clock()) === 'open' }
    },
  }

  /** Adds the e-invoice for buyers whose systems accept one. */
  async function withEInvoice(
    orderId: string,
    document: IssuedDocument | null,
  ): Promise<IssuedDocument | null> {
    const order = document && (await findOrder(db, orderId))
    if (!order || !buyerOf(order).eInvoice) return document
    return { ...document, xml: (await readEInvoice(db, orderId, document.number))?.xml }
  }
}

/** @param window ISO 8601 UTC; `to` is exclusive @returns the sum in cents, and the first `limit` orders */
export async function findPaidByCard(
  db: Db,
  { from, to }: { from: string; to: string },
  limit: number,
): Promise<{ count: number; total: number; orders: OrderWithLines[] }> {
  const paid = db
    .selectFrom('orders')
    .where('paid_at', '>=', from)
    .where('paid_at', '<', to)
    .where('payment_method', '=', 'card')
  const { count, total } = await paid
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.sum<number | null>('total').as('total')])
    .executeTakeFirstOrThrow()
  const rows = await paid.selectAll().orderBy('paid_at').orderBy('id').limit(limit).execute()
  const orders: OrderWithLines[] = []
  for (const order of rows) orders.push({ order, lines: await findLines(db, order.id) })
  return { count, total: Number(total ?? 0), orders }
}

/** `paid`: the bank's day on which the payment was complete. */
export type EarlierInvoice = { number: string; note: { number: string; date: Day }; paid: Day | null }

/** The invoice that a note cancelled before a late payment. Null if the order's first invoice is in force. */
async function findEarlierInvoice(db: Db, orderId: string): Promise<EarlierInvoice | null> {
  const documents = await findInvoices(db, orderId)
  const { invoice, round } = latestRound(documents)
  const earlier = documents.filter((document) => document.round < round)
  const cancelled = latestRound(earlier)
  const note = earlier.find((each) => each.kind === 'adjustment_note' && each.round === cancelled.round)
  if (!invoice || !cancelled.invoice || !note) return null
  const content = readInvoiceContent(invoice)
  return {
    number: cancelled.invoice.number,
    note: { number: note.number, date: readInvoiceContent(note).date },
    paid: content.kind === 'invoice' ? (content.paid?.date ?? null) : null,
  }
}
