import type { SearchResult } from '#shared/desk/answers.ts'
import { plural } from '#shared/desk/count-words.ts'
import { deskRoutes } from '#shared/routes/desk-routes.ts'
import { foldEmail } from '#shared/text/email.ts'
import type { Db } from '../../runtime/db/database.ts'
import { foldedEmail } from '../../runtime/db/folded-text.ts'
import type { OrderRow } from '../../runtime/db/rows/orders.ts'
import { shownEmail } from '../../runtime/shown-email.ts'
import { areIn, wordsOf } from './match.ts'
import { namesOf } from './view-results.ts'

/** Keeps only customers whose own data contain the words. @param orders found by these words */
export async function findCustomers(db: Db, orders: OrderRow[], words: string[][]): Promise<SearchResult[]> {
  const people = Map.groupBy(orders.filter(isPersons), ({ customer_email }) => foldEmail(customer_email))
  const shown = [...people]
  const emails = shown.map(([email]) => email)
  const [ordered, licensed] = await Promise.all([
    countByEmail(db, 'orders', 'customer_email', emails),
    countByEmail(db, 'licences', 'email', emails),
  ])
  return shown.flatMap(([email, [order]]) => {
    if (!order) return []
    const name = namesOf(order.company_name, order.customer_name)
    const counts = [plural(ordered.get(email) ?? 0, 'order'), plural(licensed.get(email) ?? 0, 'licence')]
    return {
      kind: 'customer' as const,
      id: email,
      title: shownEmail(order.customer_email),
      detail: [name, ...counts].join(', '),
      href: deskRoutes.customer(email),
      at: order.created_at,
    }
  })

  function isPersons({ customer_name, company_name, customer_email }: OrderRow): boolean {
    // An international domain may contain signs between its letters.
    const parts = customer_email.split(/[@.]/).map((part) => [part])
    const theirs = [customer_email, customer_name, company_name ?? ''].flatMap(wordsOf)
    return areIn(words, [...theirs, ...parts])
  }
}

async function countByEmail(
  db: Db,
  table: 'orders' | 'licences',
  column: 'customer_email' | 'email',
  emails: string[],
): Promise<Map<string, number>> {
  if (emails.length === 0) return new Map()
  const email = foldedEmail(column)
  const rows = await db
    .selectFrom(table)
    .select(({ fn }) => [email.as('address'), fn.countAll<number>().as('count')])
    .where(email, 'in', emails)
    .groupBy(email)
    .execute()
  return new Map(rows.map(({ address, count }) => [address, count]))
}
