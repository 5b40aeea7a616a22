import { machinesUsed } from '../../licences/licensing/seats.ts'
import { listMails } from '../../messages/mail/listed-mails.ts'
import { cardProvider, findActs } from '../../runtime/audit.ts'
import type { Db } from '../../runtime/db/database.ts'
import type { InvoiceRow } from '../../runtime/db/rows/invoices.ts'
import type { OrderRow } from '../../runtime/db/rows/orders.ts'
import { findInvoices, readInvoiceContent } from '../invoices/issue.ts'
import { attentionOf } from './attention.ts'
import { moneyOf, type OrderMoney } from './ledger.ts'
import { findLines } from './order-store.ts'
import { viewHead, viewLine } from './order-view.ts'
import { accountOf } from './refund-by-transfer.ts'

export type ShownOrder = ReturnType<typeof showOrder>
export type WholeOrder = Awaited<ReturnType<typeof readWholeOrder>>

/** The buyer's view without the payment link, but with the payments. */
export function showOrder(order: OrderRow) {
  const { paymentUrl: _link, ...head } = viewHead(order)
  const { received_amount: receivedAmount, received_currency: receivedCurrency, revision } = order
  return { ...head, attention: attentionOf(order), receivedAmount, receivedCurrency, revision }
}

/**
 * Everything except the keys, for the command line and the desk.
 * @param db the snapshot from which `order` was read
 */
export async function readWholeOrder(db: Db, order: OrderRow) {
  const money: OrderMoney = await moneyOf(db, order)
  return {
    ...showOrder(order),
    ...money,
    refundAccount: accountOf(order),
    quote: await findQuoteOf(db, order),
    lines: (await findLines(db, order.id)).map((line) => ({ id: line.id, ...viewLine(line) })),
    licences: await findLicences(db, order.id),
    documents: (await findInvoices(db, order.id)).map(showDocument),
    mails: await listMails(db, (mails) => mails.where('order_id', '=', order.id)),
    events: await findHistory(db, order.id, money),
  }
}

async function findQuoteOf(
  db: Db,
  { quote_id: id }: OrderRow,
): Promise<{ id: string; number: string } | null> {
  if (id === null) return null
  const quote = db.selectFrom('quotes').select(['id', 'number']).where('id', '=', id)
  return (await quote.executeTakeFirst()) ?? null
}

/** Licences that the order bought or changed, by line. */
function findLicences(db: Db, orderId: string) {
  return db
    .selectFrom('licences')
    .innerJoin('order_lines', (join) =>
      join.on((is) =>
        is.or([
          is('order_lines.id', '=', is.ref('licences.order_line_id')),
          is('order_lines.licence_id', '=', is.ref('licences.id')),
        ]),
      ),
    )
    .select(['licences.id', 'order_lines.id as lineId', 'licences.status', 'licences.key_hint as keyHint'])
    .select(['licences.plan', 'licences.seat_limit as seats', 'licences.updates_until as updatesUntil'])
    .select(machinesUsed)
    .where('order_lines.order_id', '=', orderId)
    .orderBy('order_lines.position')
    .orderBy('licences.ordinal')
    .execute()
}

type HistoryEntry = {
  at: string
  /** Empty for the payment provider, null for automatic changes. */
  who: string | null
  event: string
  detail: string
  before: Record<string, unknown>
  after: Record<string, unknown>
}

/** Events and audited acts, oldest first, an act before its effects. */
async function findHistory(db: Db, orderId: string, { payments }: OrderMoney): Promise<HistoryEntry[]> {
  const events = await db
    .selectFrom('order_events')
    .select(['at', 'event', 'detail'])
    .where('order_id', '=', orderId)
    .orderBy('at')
    .orderBy('id')
    .execute()
  const acts = await findActs(db, orderId)
  const isAct = ({ at, event }: { at: string; event: string }) =>
    acts.some((act) => act.act === event && act.at === at)
  return [
    ...acts.map(({ act, ...entry }) => ({ ...entry, event: act, detail: '' })),
    ...events
      .filter((event) => !isAct(event))
      .map((event) => ({ ...event, who: whoCaused(event, payments), before: {}, after: {} })),
  ].sort((a, b) => (a.at === b.at ? rank(a) - rank(b) : a.at < b.at ? -1 : 1))
}

/** A card payment is entered at the time of the event that it causes. */
function whoCaused({ event, at }: { event: string; at: string }, payments: OrderMoney['payments']) {
  if (event === 'order.placed') return 'customer'
  if (saidByProvider.includes(event)) return cardProvider
  const isByCard = payments.some(
    ({ source, kind, date }) => source === 'card' && kind === 'payment' && date === at,
  )
  return event === 'order.paid' && isByCard ? cardProvider : null
}

/** Events reported by the card provider. */
export const saidByProvider = ['order.attention', 'order.payment_processing', 'order.payment_failed']

/** Orders entries that one transaction wrote at one time. */
function rank({ event, who }: HistoryEntry): number {
  if (event === 'order.placed') return 0
  return who ? 1 : 2
}

/** Amounts in cents. `tax` is the GST inside `amount`. */
function showDocument(document: Pick<InvoiceRow, 'number' | 'issued_at' | 'content' | 'replaces'>) {
  const content = readInvoiceContent(document)
  const { kind, total, tax, taxed } = content
  const { number, issued_at: issuedAt, replaces } = document
  return { kind, number, amount: total, tax, taxed, issuedAt, replaces }
}
