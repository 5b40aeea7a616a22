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
import { keptOf } from './kept.ts'

type Searched = Pick<Database, 'reader' | 'engine'>

const columns: Record<FieldOf<CustomerSort>, SortColumns> = {
  lastOrderAt: byTime,
  email: { address: foldedEmail('orders.customer_email') },
}

/** An address stands where its latest order stands among all orders, so that an index sorts it. */
export async function listCustomersPage(
  database: Searched,
  { q }: { q?: string | undefined },
  page: Page<CustomerSort>,
): Promise<{ rows: CustomerList['customers']; next: string | null }> {
  const orders = await (q ? find(database, q, page) : list(database, page))
  const { rows, next } = toPage(orders, columns[fieldOf(page.sort)], page)
  return { rows: await addSums(database.reader, rows), next }
}

/** The latest order of each address. */
function latestOrders({ reader }: Pick<Searched, 'reader'>) {
  return reader
    .selectFrom('orders')
    .selectAll()
    .select(foldedEmail('customer_email').as('address'))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('orders as later')
            .select('later.id')
            .where(
              sql<boolean>`lower(later.customer_email) = lower(orders.customer_email)
              and (later.created_at, later.id) > (orders.created_at, orders.id)`,
            ),
        ),
      ),
    )
}

type LatestOrder = OrderRow & { address: string }

function list(database: Searched, page: Page<CustomerSort>): Promise<LatestOrder[]> {
  return readSorted(latestOrders(database), columns[fieldOf(page.sort)], page)
}

/** Reads on while the finds are earlier orders of customers that stand further up. */
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
  const address = foldedEmail('customer_email')
  const sums = await db
    .selectFrom('orders')
    .select(({ fn }) => [address.as('address'), fn.countAll<number>().as('orders'), keptOf.as('kept')])
    .where(address, 'in', emails)
    .groupBy(address)
    .execute()
  return orders.map((order) => {
    const sum = sums.find(({ address }) => address === order.address)
    return {
      email: shownEmail(order.customer_email),
      name: order.customer_name,
      companyName: order.company_name,
      country: buyerOf(order).country,
      orders: Number(sum?.orders ?? 0),
      kept: Number(sum?.kept ?? 0),
      lastOrderAt: order.created_at,
    }
  })
}
