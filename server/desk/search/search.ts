import type { SearchAnswer, SearchResult } from '#shared/desk/answers.ts'
import { plural } from '#shared/desk/count-words.ts'
import { mayRead, type Rights } from '#shared/desk/scopes.ts'
import { readDocumentNumber } from '#shared/orders/numbers.ts'
import { deskRoutes } from '#shared/routes/desk-routes.ts'
import { foldEmail } from '#shared/text/email.ts'
import type { AppContext, Data, Keys } from '../../context.ts'
import { findLicence } from '../../licences/licensing/licences.ts'
import type { Db } from '../../runtime/db/database.ts'
import { foldedEmail } from '../../runtime/db/folded-text.ts'
import type { LicenceRow } from '../../runtime/db/rows/licences.ts'
import type { MessageRow } from '../../runtime/db/rows/messages.ts'
import type { OrderRow } from '../../runtime/db/rows/orders.ts'
import { shownEmail } from '../../runtime/shown-email.ts'
import { findListed } from '../../shop/quotes/list-quotes.ts'
import { cutFairly } from './cut-fairly.ts'
import { findSubjects, inOrder, type Kind, keyWordsOf, wordsOf } from './match.ts'
import { namesOf, toLicence, toMessage, toOrder, toQuote } from './view-results.ts'

const mostOfAKind = 20
/** One more tells that a kind is cut. */
const readOfAKind = mostOfAKind + 1
const most = 50

type Found = SearchResult & { name?: string }

/** Exact names and numbers of documents come first, then kinds, then the newest. `more` names the kinds that were cut. @param text untrusted */
export async function search(ctx: Data & Keys, text: string, rights: Rights): Promise<SearchAnswer> {
  const words = wordsOf(text)
  if (words.length === 0) return { results: [], more: [] }
  const { reader } = ctx.database
  const ids = (kind: Kind) => findBest(ctx.database, kind, kind === 'licence' ? keyWordsOf(text) : words)
  const seesOrders = mayRead(rights, 'orders.read')
  const numbered = seesOrders ? await findNumbered(reader, text) : []

  const seesLicences = mayRead(rights, 'licences.read')
  const [orders, quotes, keyed, named, messages, codes] = await Promise.all([
    seesOrders
      ? ids('order').then((found) => byIds(reader, 'orders', [...new Set([...numbered, ...found])]))
      : [],
    seesOrders ? ids('quote').then(async (found) => inOrder(found, await findListed(reader, found))) : [],
    seesLicences ? findByKey(ctx, text) : [],
    seesLicences ? ids('licence').then((found) => byIds(reader, 'licences', found)) : [],
    mayRead(rights, 'messages') ? ids('message').then((found) => byIds(reader, 'messages', found)) : [],
    mayRead(rights, 'codes') ? findCodes(reader, words) : [],
  ])
  const found: Found[] = [
    ...orders.map(toOrder),
    ...quotes.map(toQuote),
    ...[...keyed, ...named].map((licence) => ({ ...toLicence(licence), name: licence.key_hint })),
    ...codes,
    ...(seesOrders ? await findCustomers(reader, orders, words) : []),
    ...messages.map(toMessage),
  ]
  const isNamed = ({ id, title, name = title }: Found) =>
    numbered.includes(id) || withoutZeros(wordsOf(name)) === withoutZeros(words)
  const best = [...found.filter(isNamed), ...found.filter((each) => !isNamed(each))]
  const cut = cutFairly(best, { most, mostOfAKind })
  const isCut = ({ kind }: Found) => countOf(best, kind) > countOf(cut, kind)
  return {
    results: cut.map(({ name: _, ...result }) => result),
    more: [...new Set(cut.filter(isCut).map(({ kind }) => kind))],
  }
}

function countOf(found: Found[], wanted: Found['kind']): number {
  return found.filter(({ kind }) => kind === wanted).length
}

/** People leave out the zeros of "2026-000259". */
function withoutZeros(words: string[][]): string {
  return words.map(([word = '']) => word.replace(/^0+(?=\d)/, '')).join(' ')
}

/** Orders whose own number, or a document's, is the text: "INV-000004", "inv 4". @returns ids */
async function findNumbered(reader: Db, text: string): Promise<string[]> {
  const number = readDocumentNumber(text)
  if (number === null) return []
  const orders = await reader.selectFrom('orders').select('id').where('number', '=', number).execute()
  const documents = await reader
    .selectFrom('invoices')
    .select('order_id as id')
    // The index begins with the kind.
    .where('kind', 'in', ['invoice', 'adjustment_note', 'receipt'])
    .where('number', '=', number)
    .execute()
  return [...orders, ...documents].map(({ id }) => id)
}

/** Whole words come before beginnings of words, and each newest first. */
async function findBest(database: AppContext['database'], kind: Kind, words: string[][]): Promise<string[]> {
  const wanted = { kind, words, limit: readOfAKind }
  const whole = await findSubjects(database, { ...wanted, whole: true })
  if (whole.length === readOfAKind) return whole
  return [...new Set([...whole, ...(await findSubjects(database, wanted))])].slice(0, readOfAKind)
}

async function byIds<Table extends 'orders' | 'licences' | 'messages'>(db: Db, table: Table, ids: string[]) {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom(table as 'orders')
    .selectAll()
    .where('id', 'in', ids)
    .execute()
  return inOrder(ids, rows) as unknown as Rows[Table][]
}

type Rows = { orders: OrderRow; licences: LicenceRow; messages: MessageRow }

/** People may paste a whole key. */
async function findByKey({ database: { db }, keyring }: Data & Keys, text: string): Promise<LicenceRow[]> {
  const found = await findLicence(db, text, keyring)
  return typeof found === 'string' ? [] : [found]
}

/** A shop has few codes, so they need no index. */
async function findCodes(reader: Db, words: string[][]): Promise<SearchResult[]> {
  const rows = await reader
    .selectFrom('discount_codes')
    .select(['code', 'note', 'created_at'])
    .orderBy('created_at', 'desc')
    .execute()
  return rows
    .filter(({ code, note }) => areIn(words, wordsOf(`${code} ${note}`)))
    .slice(0, readOfAKind)
    .map(({ code, note, created_at: at }) => ({
      kind: 'code' as const,
      id: code,
      title: code,
      detail: note,
      href: deskRoutes.code(code),
      at,
    }))
}

function areIn(words: string[][], texts: string[][]): boolean {
  const known = texts.flat()
  return words.every((forms) => forms.some((word) => known.some((text) => text.startsWith(word))))
}

/** Only customers whose own data hold the words. */
async function findCustomers(db: Db, orders: OrderRow[], words: string[][]): Promise<SearchResult[]> {
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
    const theirs = wordsOf(customer_email).concat(wordsOf(customer_name), wordsOf(company_name ?? ''))
    return areIn(words, theirs)
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
