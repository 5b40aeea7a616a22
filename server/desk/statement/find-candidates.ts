import type { ExpressionBuilder } from 'kysely'
import { addDays, type Day, dayIn } from '#shared/calendar/calendar.ts'
import { payableStatuses } from '#shared/orders/orders.ts'
import type { Db } from '../../runtime/db/database.ts'
import { inChunks } from '../../runtime/db/in-chunks.ts'
import type { OrderRow } from '../../runtime/db/rows/orders.ts'
import type { Schema } from '../../runtime/db/schema.ts'
import type { Candidate, QuoteCandidate } from './match/find-orders.ts'
import type { Numbers } from './match/references.ts'

type Payer = { buyer: string; company: string | null }
export type NamedOrder = Candidate & Payer & Pick<OrderRow, 'status'> & { placedAt: string }
export type NamedQuote = QuoteCandidate & Payer & { id: string }

const columns = [
  'id',
  'number',
  'status',
  'total',
  'currency',
  'received_amount',
  'purchase_order',
  'customer_name',
  'customer_email',
  'company_name',
  'created_at',
  'refund_to_send',
] as const

const paid: OrderRow['status'][] = ['paid', 'partially_refunded', 'refunded', 'disputed']

const refunded: OrderRow['status'][] = ['partially_refunded', 'refunded']

/** A duplicate payment usually arrives within this time. */
const paidDays = 180
const mostPaid = 2000

/**
 * Finds orders that await a transfer, or a refund by transfer. Also orders that a line names by number,
 * invoice or quote; recently paid ones by purchase order.
 * @param from day of the first line
 */
export async function findCandidates(
  reader: Db,
  { orders: numbers, invoices, quotes, from, timeZone }: Numbers & { from: Day; timeZone: string },
): Promise<NamedOrder[]> {
  const orders = reader.selectFrom('orders').select(columns)
  const awaited = await orders
    .where('status', '=', 'pending')
    .where('payment_method', '=', 'invoice')
    .execute()
  const numbered = await inChunks(numbers, (some) =>
    orders
      .where('number', 'in', some)
      .where('status', 'in', [...payableStatuses, ...paid])
      .execute(),
  )
  const quoted = await inChunks(quotes, (some) =>
    orders
      .where('quote_id', 'in', ({ selectFrom }) =>
        selectFrom('quotes').select('id').where('number', 'in', some),
      )
      .where('status', 'in', [...payableStatuses, ...paid])
      .execute(),
  )
  const invoiced = await inChunks(invoices, (some) =>
    orders
      .where('status', 'in', paid)
      .where('id', 'in', ({ selectFrom }) =>
        selectFrom('invoices').select('order_id').where('kind', '=', 'invoice').where('number', 'in', some),
      )
      .execute(),
  )
  const purchased = await orders
    .where('paid_at', '>=', addDays(from, -paidDays))
    .where('purchase_order', 'is not', null)
    .where('status', 'in', paid)
    .orderBy('paid_at', 'desc')
    .limit(mostPaid)
    .execute()
  const toSend = await orders.where('refund_to_send', '>', 0).execute()
  const found = [...awaited, ...toSend, ...numbered, ...quoted, ...invoiced, ...purchased]
  const unique = [...new Map(found.map((order) => [order.id, order])).values()]
  return withInvoices(reader, unique, timeZone)
}

/** Schools pay on a quote, so quotes of this period also match by their buyers. */
const oldestQuoteDays = 180

/** Finds quotes that a line may name by number or, if not yet ordered, by buyer. */
export async function findQuotes(
  reader: Db,
  { quotes: numbers, from }: Pick<Numbers, 'quotes'> & { from: Day },
): Promise<NamedQuote[]> {
  const quotes = reader
    .selectFrom('quotes')
    .leftJoin('orders', (join) => join.on((eb) => eb('orders.id', '=', lastOrder(eb))))
    .select(['quotes.id', 'quotes.number', 'quotes.total', 'quotes.currency', 'orders.number as order'])
    .select(['quotes.customer_name as buyer', 'quotes.company_name as company'])
  const numbered = await inChunks(numbers, (some) => quotes.where('quotes.number', 'in', some).execute())
  const open = await quotes
    .where('quotes.order_id', 'is', null)
    .where('quotes.created_at', '>=', addDays(from, -oldestQuoteDays))
    .orderBy('quotes.created_at', 'desc')
    .limit(mostPaid)
    .execute()
  const unique = new Map([...numbered, ...open].map((quote) => [quote.number, quote]))
  return [...unique.values()].map((quote) => ({ ...quote, names: [quote.buyer, quote.company ?? ''] }))
}

/** The order with the quote, or the last one that released it, which late money still pays. */
function lastOrder({ fn, selectFrom }: ExpressionBuilder<Schema, 'quotes'>) {
  const ended = selectFrom('orders as ended')
    .select('ended.id')
    .whereRef('ended.quote_id', '=', 'quotes.id')
    .orderBy('ended.created_at', 'desc')
    .limit(1)
  return fn.coalesce('quotes.order_id', ended)
}

type FoundOrder = Pick<OrderRow, (typeof columns)[number]>

async function withInvoices(reader: Db, orders: FoundOrder[], timeZone: string): Promise<NamedOrder[]> {
  const ids = orders.map(({ id }) => id)
  const invoices = await inChunks(ids, (some) =>
    reader
      .selectFrom('invoices')
      .select(['order_id', 'number'])
      .where('order_id', 'in', some)
      .where('kind', '=', 'invoice')
      .execute(),
  )
  const licensed = await inChunks(ids, (some) =>
    reader
      .selectFrom('order_lines')
      .innerJoin('licences', 'licences.id', 'order_lines.licence_id')
      .select(['order_id', 'email'])
      .where('order_id', 'in', some)
      .execute(),
  )
  const licensedTo = Map.groupBy(licensed, ({ order_id }) => order_id)
  const invoicesOf = Map.groupBy(invoices, ({ order_id }) => order_id)
  return orders.map((order) => ({
    number: order.number,
    total: order.total,
    currency: order.currency,
    outstanding: payableStatuses.includes(order.status) ? order.total - (order.received_amount ?? 0) : 0,
    placedOn: dayIn(timeZone, order.created_at),
    purchaseOrder: order.purchase_order,
    invoices: invoicesOf.get(order.id)?.map(({ number }) => number) ?? [],
    names: payableStatuses.includes(order.status) ? [order.customer_name, order.company_name ?? ''] : [],
    emails: [order.customer_email, ...(licensedTo.get(order.id)?.map(({ email }) => email) ?? [])],
    isRefunded: refunded.includes(order.status),
    toSend: order.refund_to_send,
    buyer: order.customer_name,
    company: order.company_name,
    status: order.status,
    placedAt: order.created_at,
  }))
}
