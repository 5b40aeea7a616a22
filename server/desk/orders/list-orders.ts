import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely'
import type { OrderListQuery } from '#shared/desk/requests/orders.ts'
import { type FieldOf, fieldOf, type OrderSort } from '#shared/desk/sorts.ts'
import type { Database, Db } from '../../runtime/db/database.ts'
import { sameEmail } from '../../runtime/db/folded-text.ts'
import { mergeSorted, type Page, readSorted, type SortColumns, toPage } from '../../runtime/db/keyset.ts'
import { columnsOf } from '../../runtime/db/migrations/columns.ts'
import type { OrderLineRow, OrderRow } from '../../runtime/db/rows/orders.ts'
import type { Schema } from '../../runtime/db/schema.ts'
import { isCounted } from '../books/sum-documents.ts'
import { waitingOrders } from '../overview/waiting-orders.ts'
import { findSubjects, inOrder, wordsOf } from '../search/match.ts'
import { type Days, endsAt, startsAt, withinDays } from '../within-days.ts'

export type OrderFilter = Omit<OrderListQuery, 'after' | 'limit' | 'sort'> & { timeZone: string }

const columns: Record<FieldOf<OrderSort>, SortColumns> = {
  createdAt: { created_at: 'orders.created_at', id: 'orders.id' },
  // Equal totals sort by time.
  total: { total: 'orders.total', created_at: 'orders.created_at', id: 'orders.id' },
}

export async function listOrdersPage(
  database: Pick<Database, 'reader' | 'engine'>,
  filter: OrderFilter,
  page: Page<OrderSort>,
): Promise<{ rows: OrderRow[]; next: string | null }> {
  const rows = await (filter.q ? find(database, filter, filter.q, page) : list(database, filter, page))
  return toPage(rows, columns[fieldOf(page.sort)], page)
}

const methods = { card: 'card', transfer: 'invoice' } as const

/** The search index holds status and method too, so no order is looked up for them. */
async function find(
  database: Pick<Database, 'reader' | 'engine'>,
  { status, method, from, to, timeZone, ...filter }: OrderFilter,
  text: string,
  { after, limit }: Page,
): Promise<OrderRow[]> {
  const words = wordsOf(text)
  if (words.length === 0) return []
  const { reader } = database
  const end = reader.selectFrom('orders').select('id').limit(1)
  const [first, last] = [
    from && !filter.dated
      ? end.where('created_at', '>=', startsAt(timeZone, from)).orderBy('created_at').orderBy('id')
      : undefined,
    to &&
      end.where('created_at', '<=', endsAt(timeZone, to)).orderBy('created_at', 'desc').orderBy('id', 'desc'),
  ]
  const ids = await findSubjects(database, {
    kind: 'order',
    words,
    facets: [status ?? [], method ? [methods[method]] : []],
    before: after?.id,
    first: first && sql`(${first})`,
    last: last && sql`(${last})`,
    where: isAmong(database, { ...filter, from, to, timeZone }),
    limit: limit + 1,
  })
  if (ids.length === 0) return []
  return inOrder(ids, await reader.selectFrom('orders').selectAll().where('id', 'in', ids).execute())
}

/**
 * Filters that the search index lacks. Address, company, code and waiting kind match few orders, so those are
 * read first. Product, kind, country and days match many, so each order found by text is checked.
 */
function isAmong(
  { reader, engine }: Pick<Database, 'reader' | 'engine'>,
  filter: OrderFilter,
): RawBuilder<boolean> | undefined {
  const { code, email, company, waits, sku, kind, country, dated } = filter
  const isFew = code ?? email ?? company ?? waits
  if (!isFew && !sku && !kind && !country && !dated) return undefined
  let query = reader.selectFrom('orders').select('orders.id').where(isLike(engine, filter))
  if (code)
    query = query.where('orders.id', 'in', (eb) =>
      eb.selectFrom('code_uses').select('order_id').where('code', '=', code),
    )
  const subject = sql.ref<string>('search_entries.subject')
  return isFew ? sql`${subject} in ${query}` : sql`exists ${query.where('orders.id', '=', subject)}`
}

/** Condition for the filters that no index holds. */
function isLike(
  engine: Database['engine'],
  { email, company, waits, sku, kind, country, ...days }: OrderFilter,
) {
  return (order: ExpressionBuilder<Schema, 'orders'>) =>
    order.and([
      isDated(days),
      ...(email ? [sameEmail('customer_email', email)] : []),
      ...(company ? [order('company_name', '=', company)] : []),
      ...(waits ? [waitingOrders[waits](order)] : []),
      ...(sku || kind || country ? [isSale(engine, { sku, kind, country })] : []),
    ])
}

/**
 * Matches days of the order, of a document that the books count, or of a dispute. Documents and disputes
 * never precede their order.
 */
function isDated({ dated, ...days }: Pick<OrderFilter, 'dated' | keyof Days>) {
  if (!dated) return withinDays('orders.created_at', days)
  const had =
    dated === 'documents'
      ? sql`exists (select 1 from invoices
          where order_id = orders.id and ${isCounted} and ${withinDays('issued_at', days)})`
      : sql`orders.id in (select order_id from order_events
          where event = 'order.disputed' and ${withinDays('at', days)})`
  return sql<boolean>`${withinDays('orders.created_at', { ...days, from: undefined })} and ${had}`
}

/** Matches the product and kind of an order's lines, and its buyer's country. */
function isSale(
  engine: Database['engine'],
  { sku, kind, country }: Pick<OrderFilter, 'sku' | 'kind' | 'country'>,
) {
  const member = (column: string, name: string) => sql.raw(columnsOf[engine].member(column, name))
  const isChange = kind !== undefined && kind !== 'new'
  const ofKind = isChange
    ? sql`change is not null and ${member('change', 'kind')} = ${kind}`
    : sql`change is null`
  const line = [...(sku ? [sql`sku = ${sku}`] : []), ...(kind ? [ofKind] : [])]
  const lines = sql`select order_id from order_lines where ${sql.join(line, sql` and `)}`
  // Few lines change a licence, so they are read first.
  const hasLine = isChange ? sql`orders.id in (${lines})` : sql`exists (${lines} and order_id = orders.id)`
  const conditions = [
    ...(country ? [sql`${member('orders.buyer', 'country')} = ${country}`] : []),
    ...(line.length > 0 ? [hasLine] : []),
  ]
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}

/** Merges one list per status, because an index sorts each. */
async function list(
  { reader, engine }: Pick<Database, 'reader' | 'engine'>,
  filter: OrderFilter,
  page: Page<OrderSort>,
): Promise<OrderRow[]> {
  const { status, method, code = '' } = filter
  // A use of a code has the time of its order.
  const by = code
    ? { created_at: 'code_uses.reserved_at', id: 'code_uses.order_id' }
    : columns[fieldOf(page.sort)]
  const lists: OrderRow[][] = []
  for (const each of status?.length ? status : [undefined]) {
    let query = reader.selectFrom('orders').selectAll('orders').where(isLike(engine, filter))
    if (each) query = query.where('status', '=', each)
    if (method) query = query.where('payment_method', '=', methods[method])
    const used = query.$if(code !== '', (all) =>
      all.innerJoin('code_uses', 'code_uses.order_id', 'orders.id').where('code_uses.code', '=', code),
    )
    lists.push(await readSorted(used, by, page))
  }
  return mergeSorted(lists, by, page.sort)
}

/** Maps order ids to the discount codes used. */
export async function codesOf(db: Db, orders: Pick<OrderRow, 'id'>[]): Promise<Map<string, string>> {
  if (orders.length === 0) return new Map()
  const ids = orders.map(({ id }) => id)
  const uses = await db
    .selectFrom('code_uses')
    .select(['order_id', 'code'])
    .where('order_id', 'in', ids)
    .execute()
  return new Map(uses.map(({ order_id, code }) => [order_id, code]))
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
