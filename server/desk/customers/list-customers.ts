import { sql } from 'kysely'
import type { CustomerList } from '#shared/desk/customer-answers.ts'
import { type CustomerSort, type FieldOf, fieldOf } from '#shared/desk/sorts.ts'
import type { Database, Db } from '../../runtime/db/database.ts'
import { foldedEmail } from '../../runtime/db/folded-text.ts'
import { byTime, type Page, readSorted, type SortColumns, toPage } from '../../runtime/db/keyset.ts'
import { buyerOf } from '../../runtime/db/rows/buyer.ts'
import type { OrderRow } from '../../runtime/db/rows/orders.ts'
import { shownEmail } from '../../runtime/shown-email.ts'
import { findSubjects, wordsOf } from '../search/match.ts'

type Searched = Pick<Database, 'reader' | 'engine'>

const columns: Record<FieldOf<CustomerSort>, SortColumns> = {
  lastOrderAt: byTime,
  email: { address: foldedEmail('orders.customer_email') },
  kept: { kept: 'kept', address: 'customer_sums.email' },
}

/** By time, an address takes the place of its latest order, so that an index sorts it. */
export async function listCustomersPage(
  database: Searched,
  { q }: { q?: string | undefined },
  page: Page<CustomerSort>,
): Promise<{ rows: CustomerList['customers']; next: string | null }> {
  const orders = await (q ? find(database, q, page) : list(database, page))
  const { rows, next } = toPage(orders, columns[fieldOf(page.sort)], page)
  return { rows: await addSums(database.reader, rows), next }
}

/** An address's latest order. @property address in lower case */
type LatestOrder = OrderRow & { address: string }

const isLatest = sql<boolean>`not exists (select 1 from orders as later
  where lower(later.customer_email) = lower(orders.customer_email)
  and (later.created_at, later.id) > (orders.created_at, orders.id))`

function latestOrders({ reader }: Pick<Searched, 'reader'>) {
  return reader
    .selectFrom('orders')
    .selectAll()
    .select(foldedEmail('customer_email').as('address'))
    .where(isLatest)
}

function list(database: Searched, page: Page<CustomerSort>): Promise<LatestOrder[]> {
  const field = fieldOf(page.sort)
  if (field !== 'kept') return readSorted(latestOrders(database), columns[field], page)
  const bySum = database.reader
    .selectFrom('customer_sums')
    // SQLite reads the tables of a cross join in this order.
    .crossJoin('orders')
    .selectAll('orders')
    .select(['customer_sums.email as address', 'kept'])
    // Folded again, because SQLite doesn’t look up a column in an index on an expression.
    .where(sql<boolean>`${foldedEmail('orders.customer_email')} = lower(customer_sums.email)`)
    .where(isLatest)
  return readSorted(bySum, columns[field], page)
}

/** Reads on while matches are earlier orders of customers already listed. */
async function find(database: Searched, text: string, { after, limit }: Page): Promise<LatestOrder[]> {
  const words = wordsOf(text)
  if (words.length === 0) return []
  const found: LatestOrder[] = []
  let before = after?.id
  while (found.length <= limit) {
    const ids = await findSubjects(database, { kind: 'order', words, before, limit: limit + 1 })
    if (ids.length === 0) break
    const orders = await latestOrders(database).where('id', 'in', ids).execute()
    found.push(...ids.flatMap((id) => orders.find((order) => order.id === id) ?? []))
    before = ids.at(-1)
    if (ids.length <= limit) break
  }
  return found.slice(0, limit + 1)
}

async function addSums(db: Db, orders: LatestOrder[]): Promise<CustomerList['customers']> {
  if (orders.length === 0) return []
  const emails = orders.map(({ address }) => address)
  const rows = await db.selectFrom('customer_sums').selectAll().where('email', 'in', emails).execute()
  const sums = new Map(rows.map((row) => [row.email, row]))
  return orders.map((order) => {
    const sum = sums.get(order.address)
    return {
      email: shownEmail(order.customer_email),
      name: order.customer_name,
      companyName: order.company_name,
      country: buyerOf(order).country,
      orders: sum?.orders ?? 0,
      kept: sum?.kept ?? 0,
      lastOrderAt: order.created_at,
    }
  })
}
