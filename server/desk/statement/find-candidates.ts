import { addDays, type Day, dayIn } from '#shared/calendar/calendar.ts'
import type { Numbers } from '#shared/orders/numbers.ts'
import { payableStatuses } from '#shared/orders/orders.ts'
import type { Db } from '../../runtime/db/database.ts'
import { inChunks } from '../../runtime/db/in-chunks.ts'
import type { OrderRow } from '../../runtime/db/rows/orders.ts'
import type { Candidate } from './match.ts'

export type NamedOrder = Candidate & { buyer: string; placedAt: string }

const columns = [
  'id',
  'number',
  'status',
  'total',
  'currency',
  'received_amount',
  'purchase_order',
  'customer_name',
  'company_name',
  'created_at',
] as const

const paid: OrderRow['status'][] = ['paid', 'partially_refunded', 'refunded', 'disputed']

/** Money that comes twice comes within this time. */
const paidDays = 180
const mostPaid = 2000

/**
 * Orders that await a transfer, and those that a line may name: by order or invoice number, or, if paid lately, by purchase order.
 * @param from the first line's day
 */
export async function findCandidates(
  reader: Db,
  { orders: numbers, invoices, from, timeZone }: Numbers & { from: Day; timeZone: string },
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
  const found = [...awaited, ...numbered, ...invoiced, ...purchased]
  const unique = [...new Map(found.map((order) => [order.id, order])).values()]
  return withInvoices(reader, unique, timeZone)
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
  const invoicesOf = Map.groupBy(invoices, ({ order_id }) => order_id)
  return orders.map((order) => ({
    number: order.number,
    currency: order.currency,
    outstanding: payableStatuses.includes(order.status) ? order.total - (order.received_amount ?? 0) : 0,
    placedOn: dayIn(timeZone, order.created_at),
    purchaseOrder: order.purchase_order,
    invoices: invoicesOf.get(order.id)?.map(({ number }) => number) ?? [],
    names: payableStatuses.includes(order.status) ? [order.customer_name, order.company_name ?? ''] : [],
    buyer: order.company_name ?? order.customer_name,
    placedAt: order.created_at,
  }))
}
