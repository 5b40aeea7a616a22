import type { SearchAnswer, SearchResult } from '#shared/desk/answers.ts'
import { plural } from '#shared/desk/count-words.ts'
import { readDollars } from '#shared/desk/read-dollars.ts'
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
import { findSubjects, inOrder, type Kind, keyWordsOf, mayBeInside, type Wanted, wordsOf } from './match.ts'
import { type FoundNote, namesOf, toLicence, toMessage, toNote, toOrder, toQuote } from './view-results.ts'

const mostOfAKind = 20
/** One more tells that a kind is cut. */
const readOfAKind = mostOfAKind + 1
const most = 50

type Found = SearchResult & { name?: string }

/**
 * Exact names and numbers of documents come first, then kinds. Of a kind, whole words come before beginnings of words,
 * these before what stands inside of names, and each newest first.
 * @param text untrusted @returns `more` names the kinds that were cut
 */
export async function search(ctx: Data & Keys, text: string, rights: Rights): Promise<SearchAnswer> {
  const words = wordsOf(text)
  if (words.length === 0) return { results: [], more: [] }
  const { reader } = ctx.database
  const secrets = await ctx.keyring.secrets(ctx.database.db)
  const seesOrders = mayRead(rights, 'orders.read')
  const numbered = seesOrders ? await findNumbered(reader, text) : []
  const sums = seesOrders ? await findBySum(reader, text) : { orders: [], quotes: [], isSum: false }
  const version = readVersion(text)
  const ways = waysFor(words, { isWhole: sums.isSum || version !== null, isNumber: numbered.length > 0 })
  const ids = (kind: Kind) =>
    findBest(ctx.database, { kind, words: kind === 'licence' ? keyWordsOf(text, secrets) : words }, ways)

  const seesLicences = mayRead(rights, 'licences.read')
  // Sums that were typed as such come before the same digits elsewhere.
  const withSums = (found: string[], ofSum: string[]) => [
    ...new Set(sums.isSum ? [...ofSum, ...found] : [...found, ...ofSum]),
  ]
  const [orders, quotes, keyed, named, messages, codes, notes] = await Promise.all([
    seesOrders
      ? ids('order').then((found) =>
          byIds(reader, 'orders', [...new Set([...numbered, ...withSums(found, sums.orders)])]),
        )
      : [],
    seesOrders
      ? ids('quote').then(async (found) => {
          const all = withSums(found, sums.quotes)
          return inOrder(all, await findListed(reader, all))
        })
      : [],
    seesLicences ? findByKey(ctx, text) : [],
    seesLicences
      ? ids('licence').then(async (found) =>
          byIds(reader, 'licences', [...new Set([...(await findByVersion(reader, version)), ...found])]),
        )
      : [],
    mayRead(rights, 'messages') ? ids('message').then((found) => byIds(reader, 'messages', found)) : [],
    mayRead(rights, 'codes') ? findCodes(reader, words) : [],
    seesOrders ? ids('note').then((found) => findNotes(reader, found)) : [],
  ])
  const found: Found[] = [
    ...orders.map(toOrder),
    ...quotes.map(toQuote),
    ...[...keyed, ...named.filter(({ id }) => id !== keyed[0]?.id)].map((licence) => ({
      ...toLicence(licence),
      name: licence.key_hint,
    })),
    ...codes,
    ...(seesOrders ? await findCustomers(reader, orders, words) : []),
    ...messages.map(toMessage),
    ...notes.map(toNote),
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

type Way = Pick<Wanted, 'how'>

/**
 * @param text `isWhole` for a sum or a version, whose digits begin many words; `isNumber` for a document's number, which
 * stands inside of no name
 */
function waysFor(words: string[][], text: { isWhole: boolean; isNumber: boolean }): Way[] {
  const whole: Way = { how: 'whole' }
  if (text.isWhole) return [whole]
  return mayBeInside(words) && !text.isNumber ? [whole, {}, { how: 'inside' }] : [whole, {}]
}

async function findBest(
  database: AppContext['database'],
  what: Pick<Wanted, 'kind' | 'words'>,
  ways: Way[],
): Promise<string[]> {
  const found = new Set<string>()
  for (const way of ways) {
    if (found.size >= readOfAKind) break
    for (const id of await findSubjects(database, { ...what, ...way, limit: readOfAKind })) found.add(id)
  }
  return [...found].slice(0, readOfAKind)
}

/** Orders and quotes with this total, and orders with such a payment or refund, sent or not. @property isSum typed with a sign or cents */
async function findBySum(reader: Db, text: string) {
  const cents = readDollars(text)
  if (!cents) return { orders: [], quotes: [], isSum: false }
  const newest = (table: 'orders' | 'quotes') =>
    reader
      .selectFrom(table as 'orders')
      .select('id')
      .where('total', '=', cents)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(readOfAKind)
      .execute()
  // One query of both would sort all of them.
  const moved = (amount: number) =>
    reader
      .selectFrom('payments')
      .select('order_id as id')
      .where('amount', '=', amount)
      .orderBy('created_at', 'desc')
      .limit(readOfAKind)
      .execute()
  const toSend = reader
    .selectFrom('orders')
    .select('id')
    // The index holds these alone.
    .where('refund_to_send', '>', 0)
    .where('refund_to_send', '=', cents)
    .orderBy('refund_asked_at', 'desc')
    .limit(readOfAKind)
    .execute()
  const found = [await newest('orders'), await toSend, await moved(cents), await moved(-cents)]
  const orders = found.flat().map(({ id }) => id)
  const quotes = (await newest('quotes')).map(({ id }) => id)
  return { orders: [...new Set(orders)].slice(0, readOfAKind), quotes, isSum: /[$.]/.test(text) }
}

/** "v2.3.0" → "2.3.0" */
function readVersion(text: string): string | null {
  const [, version = null] = /^v?(\d{1,4}(?:\.\d{1,4}){1,3})$/.exec(text.trim()) ?? []
  return version
}

/** Licences with a machine that runs a version. */
async function findByVersion(reader: Db, version: string | null): Promise<string[]> {
  if (version === null) return []
  const running = await reader
    .selectFrom('activations')
    .select('licence_id as id')
    .distinct()
    .where('app_version', '=', version)
    .where('released_at', 'is', null)
    .limit(readOfAKind)
    .execute()
  return running.map(({ id }) => id)
}

/** With the order that a note is about; a customer's is about an address. */
async function findNotes(reader: Db, ids: string[]): Promise<FoundNote[]> {
  if (ids.length === 0) return []
  const notes = await reader
    .selectFrom('audit_entries')
    .leftJoin('orders', 'orders.id', 'audit_entries.subject')
    .select(['audit_entries.id', 'at', 'who', 'subject', 'after', 'orders.number'])
    .where('audit_entries.id', 'in', ids)
    .execute()
  return inOrder(ids, notes)
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
