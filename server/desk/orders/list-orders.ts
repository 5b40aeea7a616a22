import { endOfDay, startOfDay } from '#shared/calendar.ts'
import type { OrderListQuery } from '#shared/desk/requests.ts'
import type { Database } from '../../db/database.ts'
import { before, type Cursor, toPage } from '../../db/keyset.ts'
import type { OrderLineRow, OrderRow } from '../../db/rows/orders.ts'
import { chooseMatches } from '../search/match.ts'

export type OrderFilter = Omit<OrderListQuery, 'after' | 'limit'> & { timeZone: string }

/** Newest first. Merges one list per status, because an index sorts each. */
export async function listOrdersPage(
  database: Pick<Database, 'reader' | 'engine'>,
  filter: OrderFilter,
  { after, limit }: { after: Cursor | null; limit: number },
): Promise<{ rows: OrderRow[]; next: string | null }> {
  const isMatch = await chooseMatches(database, 'order', filter.q)
  const statuses = filter.status?.length ? filter.status : [undefined]
  const lists: OrderRow[][] = []
  for (const status of statuses) lists.push(await list(status))
  const rows = lists.flat().sort((a, b) => compare(b, a))
  return toPage(rows, limit, ({ created_at, id }) => ({ at: created_at, id }))

  function list(status: OrderRow['status'] | undefined): Promise<OrderRow[]> {
    const { method, from, to, timeZone } = filter
    let query = database.reader.selectFrom('orders').selectAll()
    if (status) query = query.where('status', '=', status)
    if (method) query = query.where('payment_method', '=', method === 'transfer' ? 'invoice' : 'card')
    if (from) query = query.where('created_at', '>=', startOfDay(timeZone, from).toISOString())
    if (to) query = query.where('created_at', '<=', endOfDay(timeZone, to).toISOString())
    if (isMatch) query = query.where(isMatch)
    if (after) query = query.where((eb) => before(eb, after, 'created_at'))
    return query
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .execute()
  }
}

function compare(a: OrderRow, b: OrderRow): number {
  if (a.created_at !== b.created_at) return a.created_at < b.created_at ? -1 : 1
  return a.id < b.id ? -1 : Number(a.id > b.id)
}

export async function linesOf(
  { reader }: Pick<Database, 'reader'>,
  orders: Pick<OrderRow, 'id'>[],
): Promise<Map<string, Pick<OrderLineRow, 'order_id' | 'sku' | 'name' | 'qty'>[]>> {
  if (orders.length === 0) return new Map()
  const rows = await reader
    .selectFrom('order_lines')
    .select(['order_id', 'sku', 'name', 'qty'])
    .where(
      'order_id',
      'in',
      orders.map(({ id }) => id),
    )
    .orderBy('position')
    .execute()
  return Map.groupBy(rows, ({ order_id }) => order_id)
}
