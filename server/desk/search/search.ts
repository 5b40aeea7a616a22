import { sql } from 'kysely'
import type { SearchResult } from '#shared/desk/answers.ts'
import { mayDo } from '#shared/desk/roles.ts'
import { deskRoutes } from '#shared/desk-routes.ts'
import { foldEmail } from '#shared/email.ts'
import { readLicenceKey } from '#shared/licensing/licence-key.ts'
import type { AppContext } from '../../context.ts'
import type { Db } from '../../db/database.ts'
import type { LicenceRow } from '../../db/rows/licences.ts'
import type { MessageRow } from '../../db/rows/messages.ts'
import type { OrderRow } from '../../db/rows/orders.ts'
import { findLicence } from '../../licensing/licences.ts'
import type { Staff } from '../staff.ts'
import { findSubjects, type Kind, wordsOf } from './match.ts'

const mostOfAKind = 20
const mostCustomers = 10
const most = 50
/** A subject has several texts, and each may match. */
const textsRead = 4 * mostOfAKind

type Found = SearchResult & { isExact: boolean }

/** Exact names come first, then kinds, then the newest. @param text untrusted */
export async function search(
  ctx: Pick<AppContext, 'database' | 'keyring'>,
  text: string,
  { role }: Pick<Staff, 'role'>,
): Promise<SearchResult[]> {
  const words = wordsOf(text)
  if (words.length === 0) return []
  const { reader } = ctx.database
  const ids = async (kind: Kind) =>
    [...new Set(await findSubjects(ctx.database, kind, words, textsRead))].slice(0, mostOfAKind)

  const seesLicences = mayDo(role, 'licences.read')
  const [orders, keyed, named, messages] = await Promise.all([
    ids('order').then((found) => byIds(reader, 'orders', found)),
    seesLicences ? findByKey(ctx, text) : [],
    seesLicences ? ids('licence').then((found) => byIds(reader, 'licences', found)) : [],
    mayDo(role, 'messages') ? ids('message').then((found) => byIds(reader, 'messages', found)) : [],
  ])
  const licences = [...keyed, ...named]
  const found: Found[] = [
    ...orders.map((order) => ({ ...toOrder(order), isExact: isNamed(order.number) })),
    ...licences.map((licence) => ({ ...toLicence(licence), isExact: isNamed(licence.key_hint) })),
    ...(await findCustomers(reader, orders, words)).map((customer) => ({
      ...customer,
      isExact: isNamed(customer.title),
    })),
    ...messages.map(({ id, reference, name, message, created_at: at }) => ({
      kind: 'message' as const,
      id,
      title: reference,
      detail: `${name}: ${message.split('\n')[0]?.slice(0, 80) ?? ''}`,
      href: deskRoutes.message(id),
      at,
      isExact: isNamed(reference),
    })),
  ]
  const best = [...found.filter(({ isExact }) => isExact), ...found.filter(({ isExact }) => !isExact)]
  return best.slice(0, most).map(({ isExact: _, ...result }) => result)

  function isNamed(name: string): boolean {
    return wordsOf(name).join(' ') === words.join(' ')
  }
}

/** Keeps the order of the ids. */
async function byIds<Table extends 'orders' | 'licences' | 'messages'>(db: Db, table: Table, ids: string[]) {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom(table as 'orders')
    .selectAll()
    .where('id', 'in', ids)
    .execute()
  const place = new Map(ids.map((id, index) => [id, index]))
  const sorted = rows.sort((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0))
  return sorted as unknown as Rows[Table][]
}

type Rows = { orders: OrderRow; licences: LicenceRow; messages: MessageRow }

/** People may paste a whole key. */
async function findByKey(
  { database: { db }, keyring }: Pick<AppContext, 'database' | 'keyring'>,
  text: string,
): Promise<LicenceRow[]> {
  if (!readLicenceKey(text)) return []
  const found = await findLicence(db, text, keyring)
  return typeof found === 'string' ? [] : [found]
}

/** Only customers whose own data hold the words. */
async function findCustomers(db: Db, orders: OrderRow[], words: string[]): Promise<SearchResult[]> {
  const people = Map.groupBy(orders.filter(isPersons), ({ customer_email }) => foldEmail(customer_email))
  const shown = [...people].slice(0, mostCustomers)
  const emails = shown.map(([email]) => email)
  const [ordered, licensed] = await Promise.all([
    countByEmail(db, 'orders', 'customer_email', emails),
    countByEmail(db, 'licences', 'email', emails),
  ])
  return shown.flatMap(([email, [order]]) => {
    if (!order) return []
    const name = order.company_name ?? order.customer_name
    const counts = [plural(ordered.get(email), 'order'), plural(licensed.get(email), 'licence')]
    return {
      kind: 'customer' as const,
      id: email,
      title: order.customer_email,
      detail: [name, ...counts].join(', '),
      href: deskRoutes.search(email),
      at: order.created_at,
    }
  })

  function isPersons({ customer_name, company_name, customer_email }: OrderRow): boolean {
    const theirs = wordsOf(customer_email).concat(wordsOf(customer_name), wordsOf(company_name ?? ''))
    return words.every((word) => theirs.some((own) => own.startsWith(word)))
  }
}

async function countByEmail(
  db: Db,
  table: 'orders' | 'licences',
  column: 'customer_email' | 'email',
  emails: string[],
): Promise<Map<string, number>> {
  if (emails.length === 0) return new Map()
  const email = sql<string>`lower(${sql.ref(column)})`
  const rows = await db
    .selectFrom(table)
    .select(({ fn }) => [email.as('address'), fn.countAll<number>().as('count')])
    .where(email, 'in', emails)
    .groupBy(email)
    .execute()
  return new Map(rows.map(({ address, count }) => [address, count]))
}

function plural(count: number | undefined, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count ?? 0} ${noun}s`
}

function toOrder(order: OrderRow): SearchResult {
  const purchase = order.purchase_order ? `, PO ${order.purchase_order}` : ''
  return {
    kind: 'order',
    id: order.id,
    title: order.number,
    detail: `${order.company_name ?? order.customer_name}, ${order.customer_email}${purchase}`,
    href: deskRoutes.order(order.number),
    at: order.created_at,
    status: order.status,
    total: order.total,
    currency: order.currency,
  }
}

function toLicence(licence: LicenceRow): SearchResult {
  return {
    kind: 'licence',
    id: licence.id,
    title: `${licence.plan}, key ${licence.key_hint}`,
    detail: `${licence.licensed_company ?? licence.licensed_name}, ${licence.email}`,
    href: deskRoutes.licence(licence.id),
    at: licence.created_at,
    status: licence.status,
    updatesUntil: licence.updates_until,
  }
}
