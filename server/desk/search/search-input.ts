import { readDollars } from '#shared/desk/read-dollars.ts'
import { readDocumentNumber } from '#shared/orders/numbers.ts'
import type { Data, Keys } from '../../context.ts'
import type { Db } from '../../runtime/db/database.ts'
import { findSubjects, type Kind, keyWordsOf, mayBeInside, type Way, wordsOf } from './match.ts'

export const mostOfAKind = 20
/** Reading one more shows that a kind has more results. */
export const readOfAKind = mostOfAKind + 1

/** The search text, and its other possible meanings. */
export type SearchInput = {
  text: string
  /** Spellings of each word; at least one word. */
  words: string[][]
  /** Ids of orders with this order or document number. */
  numbered: string[]
  version: string | null
  /** Searches the index of texts. @returns ids, best match first */
  idsOf(kind: Kind): Promise<string[]>
  /** Adds the ids of orders or quotes with this sum. */
  withSums(kind: 'orders' | 'quotes', ids: string[]): string[]
}

/** @param text untrusted @returns null if the text has no words */
export async function readSearchInput(
  { database, keyring }: Data & Keys,
  text: string,
  { seesOrders }: { seesOrders: boolean },
): Promise<SearchInput | null> {
  const words = wordsOf(text)
  if (words.length === 0) return null
  const { reader } = database
  const secrets = await keyring.secrets(database.db)
  const numbered = seesOrders ? await findNumbered(reader, text) : []
  const sums = seesOrders ? await findBySum(reader, text) : { orders: [], quotes: [], isSum: false }
  const version = readVersion(text)
  const ways = waysFor(words, { isWhole: sums.isSum || version !== null, isNumber: numbered.length > 0 })
  return { text, words, numbered, version, idsOf, withSums }

  async function idsOf(kind: Kind): Promise<string[]> {
    return findSubjects(database, { kind, words: formsFor(kind), ways, limit: readOfAKind })
  }

  function formsFor(kind: Kind): string[][] {
    if (kind === 'licence') return keyWordsOf(text, secrets)
    // Letters and digits may match two documents separately, so the number is one word.
    const isNumber = numbered.length > 0 && (kind === 'order' || kind === 'quote')
    return isNumber ? wordsOf(text.replace(/[^\p{L}\p{N}]/gu, '')) : words
  }

  /** Sums typed as amounts come before other matches of the same digits. */
  function withSums(kind: 'orders' | 'quotes', ids: string[]): string[] {
    return [...new Set(sums.isSum ? [...sums[kind], ...ids] : [...ids, ...sums[kind]])]
  }
}

/** Finds "INV-000004", "inv 4", and an order's id as other programs know it. */
async function findNumbered(reader: Db, text: string): Promise<string[]> {
  const [id, number] = [text.trim(), readDocumentNumber(text) ?? '']
  if (number === '' && !id.startsWith('ord_')) return []
  const orders = await reader
    .selectFrom('orders')
    .select('id')
    .where(({ eb, or }) => or([eb('number', '=', number), eb('id', '=', id)]))
    .execute()
  const documents = await reader
    .selectFrom('invoices')
    .select('order_id as id')
    // The index starts with `kind`, so the query must name it.
    .where('kind', 'in', ['invoice', 'adjustment_note', 'receipt'])
    .where('number', '=', number)
    .execute()
  return [...orders, ...documents].map(({ id }) => id)
}

/**
 * @param text `isWhole` for a sum or a version, whose digits begin many words; `isNumber` for a document's
 * number, which occurs inside no name
 */
function waysFor(words: string[][], text: { isWhole: boolean; isNumber: boolean }): Way[] {
  if (text.isWhole) return ['whole']
  return mayBeInside(words) && !text.isNumber ? ['whole', 'begin', 'inside'] : ['whole', 'begin']
}

const currencies = new Set(Intl.supportedValuesOf('currency'))

/** "AUD 687.00", "687.00 EUR", "US$687.00" → "687.00" */
function withoutCurrency(text: string): string {
  const words = text.split(' ').filter((word) => !currencies.has(word.toUpperCase()))
  return words.join(' ').replace(/[A-Z]{0,3}\p{Sc} ?/u, '')
}

/** Banks write money out with a sign: "-9.75" → "9.75". */
function withoutSign(text: string): string {
  const [first = '', ...rest] = text.trim()
  return '-−'.includes(first) ? rest.join('') : text
}

/** "1.234,50" → "1234.50": a comma before the last one or two digits separates the cents. */
function withDecimalPoint(text: string): string {
  return text.replace(
    /^\s*(\d{1,3}(?:[.\s'’]\d{3})+|\d+),(\d{1,2})\s*$/,
    (_, dollars: string, cents: string) => `${dollars.replace(/\D/g, '')}.${cents}`,
  )
}

/** "v2.3.0" → "2.3.0" */
function readVersion(text: string): string | null {
  const [, version = null] = /^v?(\d{1,4}(?:\.\d{1,4}){1,3})$/.exec(text.trim()) ?? []
  return version
}

/**
 * Finds orders and quotes of this total, and orders with such a payment or refund.
 * @returns `isSum` if the text has a currency sign, cents or thousands
 */
async function findBySum(reader: Db, text: string) {
  const cents = readDollars(withDecimalPoint(withoutSign(withoutCurrency(text))))
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
  // One query for both signs would sort all matches.
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
    // The index holds only these rows.
    .where('refund_to_send', '>', 0)
    .where('refund_to_send', '=', cents)
    .orderBy('refund_asked_at', 'desc')
    .limit(readOfAKind)
    .execute()
  const found = [await newest('orders'), await toSend, await moved(cents), await moved(-cents)]
  const orders = found.flat().map(({ id }) => id)
  const quotes = (await newest('quotes')).map(({ id }) => id)
  return {
    orders: [...new Set(orders)].slice(0, readOfAKind),
    quotes,
    isSum: /[\p{Sc}.]|\d,\d{1,3}\b/u.test(text),
  }
}
