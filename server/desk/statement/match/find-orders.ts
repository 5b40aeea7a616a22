import type { Day } from '#shared/calendar/calendar.ts'
import type { StatementLine } from '#shared/desk/statement-answers.ts'
import { documentNumber, orderNumber } from '#shared/orders/numbers.ts'
import { foldWords } from '../../../runtime/fold.ts'
import { findNames, hasLongWord, hasWholeName, indexNames, type TextSpan } from './names.ts'
import { findPurchaseOrders, indexPurchaseOrders } from './purchase-orders.ts'
import { numero, type Reference } from './references.ts'
import type { Token } from './tokens.ts'

/** Amounts in cents. */
export type Candidate = {
  number: string
  total: number
  /** Zero for a paid order. */
  outstanding: number
  /** ISO 4217. */
  currency: string
  /** Day of the order; earlier money can't pay it. */
  placedOn: Day
  purchaseOrder: string | null
  /** Numbers of the current invoices. */
  invoices: string[]
  /** Buyer and company; empty if only a number may match the order. */
  names: string[]
  /** Addresses of the buyer, and of licences that the order changes. */
  emails: string[]
  isRefunded: boolean
  /** Refund that staff must still send. */
  toSend: number
}

/** @property order number of the order placed from the quote; null without one */
export type QuoteCandidate = Pick<Candidate, 'number' | 'total' | 'currency' | 'names'> & {
  order: string | null
}

type MatchBasis = NonNullable<StatementLine['by']>
/** @property why reason in words for the reader */
export type OrderMatch = { order: Candidate; by: MatchBasis; why: string; said: TextSpan | null }
export type Line = { text: string; amount: number; day: Day; tokens: Token[]; words: Map<string, TextSpan> }

/** @returns functions that find orders by what a line names, by its payer, and by its amount */
export function finderOf(candidates: Candidate[], quotes: QuoteCandidate[]) {
  const byNumber = new Map(candidates.map((order) => [order.number, order]))
  const byCount = Map.groupBy(candidates, ({ number }) => Number(number.slice('2026-'.length)))
  const byInvoice = new Map(candidates.flatMap((order) => order.invoices.map((invoice) => [invoice, order])))
  const byOutstanding = Map.groupBy(
    candidates.filter(({ outstanding }) => outstanding > 0),
    ({ outstanding }) => outstanding,
  )
  const byPurchaseOrder = indexPurchaseOrders(candidates)
  const byName = indexNames(candidates)
  const emails = new Map(
    candidates.map((order) => [order, order.emails.map((email) => ({ email, key: compact(email) }))]),
  )
  const byQuote = new Map(quotes.map((quote) => [quote.number, quote]))

  /** Finds the order of a complete number of an order, invoice or quote. */
  function of({ series, year, digits, said }: Reference): OrderMatch[] {
    if (series === 'invoice') {
      const invoice = documentNumber('invoice', Number(digits))
      const order = byInvoice.get(invoice)
      return order ? [{ order, by: 'invoice', why: `Names ${invoice}`, said }] : []
    }
    if (series === 'quote') {
      const number = documentNumber('quote', Number(digits))
      const order = byNumber.get(byQuote.get(number)?.order ?? '')
      return order ? [{ order, by: 'quote', why: `Names its quote ${number}`, said }] : []
    }
    const known = byNumber.get(orderNumber(year ?? '', Number(digits)))
    const counted = year === null ? (byCount.get(Number(digits)) ?? []) : known ? [known] : []
    // An order of another year with this number was paid long ago.
    const waiting = counted.filter(({ outstanding }) => outstanding > 0)
    return (waiting.length > 0 ? waiting : counted).map((order) => ({
      order,
      by: 'reference',
      why: `Names ${order.number}`,
      said,
    }))
  }

  /** @param amount in positive cents */
  function owed(amount: number): Candidate[] {
    return candidates.filter(({ toSend }) => toSend === amount)
  }

  function equal(amount: number): Candidate[] {
    return byOutstanding.get(amount) ?? []
  }

  /**
   * Finds longer numbers with this beginning and the line's amount. "Order 20" may begin "order 2026-000275".
   */
  function beginning({ series, year, digits, said }: Reference, { amount, text }: Line): OrderMatch[] {
    const prefix = year === null ? '' : `${year}-`
    const mayBeYear = series === 'order' && year === null && !/[\p{L}\d]/u.test(text.slice(said[1]))
    const longer = ({ number, invoices }: Candidate) =>
      (series === 'invoice' ? invoices : [number]).find((each) => {
        const count = each.slice(each.indexOf('-') + 1)
        const whole = digits.startsWith('0') ? count : count.replace(/^0+/, '')
        if (mayBeYear && (each.startsWith(digits) || each.startsWith(`20${digits}`))) return true
        return each.startsWith(prefix) && whole.startsWith(digits) && whole.length > digits.length
      })
    return equal(amount).flatMap((order) => {
      const number = longer(order)
      return number ? [{ order, by: 'cut' as const, why: `Cut short, begins like ${number}`, said }] : []
    })
  }

  /** Finds orders that the text names in full. */
  function named(line: Line, references: Reference[]): OrderMatch[] {
    const full = references.filter(({ kind, series }) => kind === 'full' && series !== 'quote').flatMap(of)
    const alone = unique(references.filter(({ kind }) => kind === 'alone').flatMap(of))
    const [only] = alone
    const saysNoMore = only && alone.length === 1 && isOnlyOf(line, only.order)
    return unique([...full, ...(saysNoMore ? [only] : [])])
  }

  /** Finds longer numbers that a number without zeros may begin. */
  function rivals(line: Line, references: Reference[], found: OrderMatch[]): OrderMatch[] {
    if (found.length === 0) return []
    return references
      .filter(({ kind, digits }) => (kind === 'full' || kind === 'alone') && digits.length < 6)
      .flatMap((reference) => beginning(reference, line))
  }

  function listed(references: Reference[]): OrderMatch[] {
    return references.filter(({ kind }) => kind === 'next').flatMap(of)
  }

  /** @param bought orders that `purchased` found */
  function proposed(line: Line, references: Reference[], bought: OrderMatch[]): OrderMatch[] {
    const { amount } = line
    const pays = ({ order }: OrderMatch) => (order.outstanding || order.total) === amount
    const cut = references.filter(({ kind }) => kind === 'cut')
    const loose = references.filter(({ kind, series }) => kind !== 'full' || series === 'quote')
    const meant = (some: Reference[]) => some.flatMap(of).filter(pays).map(doubt)
    // Six digits are complete, but fewer may begin many numbers.
    return unique([
      ...meant(loose.filter(({ digits }) => digits.length === 6)),
      ...cut.flatMap((reference) => beginning(reference, line)),
      ...meant(loose),
      ...bought.filter(isWaiting),
      ...mailed(line),
      ...payers(line),
      ...bought,
    ])
  }

  function purchased({ text, tokens }: Pick<Line, 'text' | 'tokens'>): OrderMatch[] {
    return findPurchaseOrders(text, tokens, byPurchaseOrder).map(({ order, said }) => {
      return { order, by: 'purchase_order', why: `Names its PO ${order.purchaseOrder}`, said }
    })
  }

  function mailed({ amount, text }: Line): OrderMatch[] {
    const fits = equal(amount)
    const written = fits.length > 0 ? compact(text) : ''
    return fits.flatMap((order) => {
      const email = emails.get(order)?.find(({ key }) => written.includes(key))?.email
      return email ? [{ order, by: 'email' as const, why: `Names ${email}`, said: null }] : []
    })
  }

  function payers({ amount, words }: Line): OrderMatch[] {
    const fits = [...findNames(words, byName)].flatMap(([number, said]) => {
      const order = byNumber.get(number)
      return order?.outstanding === amount ? [{ order, by: 'name' as const, said }] : []
    })
    const whole = fits.filter(({ order }) => hasWholeName(words, order.names))
    if (whole.length > 0) return whole.map((fit) => ({ ...fit, why: 'Payer’s name and amount fit' }))
    const part = fits.filter(({ order }) => hasLongWord(words, order.names))
    return part.map((fit) => ({ ...fit, why: 'A part of the payer’s name and the amount fit' }))
  }

  function quote(
    { amount, words }: Line,
    references: Reference[],
    isPaidIn: (each: { currency: string }) => boolean,
  ): QuoteCandidate | undefined {
    const named = references.flatMap(({ series, digits }) =>
      series === 'quote' ? (byQuote.get(documentNumber('quote', Number(digits))) ?? []) : [],
    )
    const fits = quotes.filter(({ total, names }) => total === amount && hasWholeName(words, names))
    return [...named, ...fits].find((each) => each.order === null && isPaidIn(each))
  }

  return { named, rivals, listed, purchased, proposed, quote, equal, owed }
}

function doubt(found: OrderMatch): OrderMatch {
  const { number } = found.order
  return found.by === 'quote'
    ? found
    : { ...found, by: 'number', why: `May mean ${number}, as the amount does` }
}

/** Banks drop the punctuation of an address. */
function compact(text: string): string {
  return foldWords(text)
    .map(([word]) => word)
    .join('')
}

/** Whether the text contains only a number and its buyer. */
function isOnlyOf({ tokens }: Line, { names }: Candidate): boolean {
  const own = new Set(names.flatMap(foldWords).flat())
  const [words, others] = [
    tokens.filter(({ kind }) => kind === 'word'),
    tokens.filter(({ kind }) => kind !== 'word'),
  ]
  const initials = new Set([...own].map((form) => form[0]))
  const isOwn = (text: string) =>
    (foldWords(text)[0] ?? []).some(
      (form) => own.has(form) || numero.has(form) || (form.length === 1 && initials.has(form)),
    )
  return others.length === 1 && words.every(({ text }) => isOwn(text))
}

/** Keeps the first match of each order. */
export function unique(found: OrderMatch[]): OrderMatch[] {
  const orders = new Map<string, OrderMatch>()
  for (const one of found) if (!orders.has(one.order.number)) orders.set(one.order.number, one)
  return [...orders.values()]
}

export function isWaiting({ order }: OrderMatch): boolean {
  return order.outstanding > 0
}
