import type { Day } from '#shared/calendar/calendar.ts'
import type { StatementLine } from '#shared/desk/statement-answers.ts'
import { documentNumber, orderNumber } from '#shared/orders/numbers.ts'
import { foldWords } from '../../../runtime/fold.ts'
import { findNames, hasLongWord, hasWholeName, indexNames, type Said, wordsOf } from './names.ts'
import { findPurchaseOrders, indexPurchaseOrders } from './purchase-orders.ts'
import { numero, type Reference, referencesIn } from './references.ts'
import { type Token, tokensOf } from './tokens.ts'

/** Amounts in cents. */
export type Candidate = {
  number: string
  total: number
  /** Zero if the order is paid. */
  outstanding: number
  /** ISO 4217. */
  currency: string
  /** A payment can't be older. */
  placedOn: Day
  purchaseOrder: string | null
  /** Numbers of the invoices in force. */
  invoices: string[]
  /** Empty if only a number may name the order. */
  names: string[]
  /** The buyer's, and of licences that the order changes. */
  emails: string[]
  isRefunded: boolean
}

/** @property order that was placed on it, null for none */
export type QuoteCandidate = Pick<Candidate, 'number' | 'total' | 'currency' | 'names'> & {
  order: string | null
}

export type Match = Pick<StatementLine, 'orders' | 'why' | 'by' | 'said' | 'quote' | 'split'> & {
  state: Exclude<StatementLine['state'], 'already'>
}

export const noMatch: Match = {
  ...{ state: 'none', orders: [], why: [], by: null, said: null, quote: null, split: null },
}

/** The arrays have one entry for each line. @property currencies null for the order's */
export type Lines = {
  texts: string[]
  amounts: number[]
  days: Day[]
  currencies: (string | null)[]
  today: Day
}

type By = NonNullable<Match['by']>
/** @property why in words */
type Found = { order: Candidate; by: By; why: string; said: Said | null }
type Line = { text: string; amount: number; day: Day; tokens: Token[]; words: Map<string, Said> }

/** More orders of one amount say nothing. */
const few = 3

/**
 * A line matches an order that it names in full, by number or invoice, and pays whole. Anything less is a proposal that
 * says why, and books nothing by itself. Money in another currency pays no order, and none pays two lines in full.
 */
export function matchLines(
  { texts, amounts, days, currencies, today }: Lines,
  candidates: Candidate[],
  quotes: QuoteCandidate[] = [],
): Match[] {
  const find = finderOf(candidates, quotes)
  const taken = new Set<string>()
  return texts.map((text, index) => {
    const amount = amounts[index] ?? 0
    if (amount === 0) return noMatch
    const tokens = tokensOf(text)
    const line = { text, amount, day: days[index] ?? today, tokens, words: wordsOf(tokens) }
    const currency = currencies[index] ?? null
    const isPaidIn = (each: { currency: string }) => currency === null || each.currency === currency
    return amount > 0 ? matchIn(line, isPaidIn) : matchOut(line, isPaidIn)
  })

  function matchIn(line: Line, isPaidIn: (each: { currency: string }) => boolean): Match {
    const references = referencesIn(line.text, line.tokens)
    const named = find.named(line, references).filter(({ order }) => isPaidIn(order))
    const rivals = find.rivals(line, references, named).filter(({ order }) => isPaidIn(order))
    const listed = unique([...named, ...find.listed(references)]).filter(isWaiting)
    const split = splitOf(line, listed)
    if (split) return split
    const waiting = [...listed, ...rivals]
    if (waiting.length > 0) return judge(unique([...waiting, ...named]), line)
    const paid = named
    const fits = find.proposed(line, references).filter(({ order }) => isPaidIn(order))
    if (paid.length > 0)
      return fits.length > 0 ? propose(unique([...paid, ...fits]), line) : judge(unique(paid), line)
    if (fits.length > 0)
      return fits.every(({ by }) => by === 'purchase_order') ? judge(fits, line, false) : propose(fits, line)
    const quote = find.quote(line, references, isPaidIn)
    if (quote) return { ...noMatch, by: 'quote', quote: quote.number }
    const equal = find.equal(line.amount).filter(isPaidIn)
    if (equal.length === 0 || equal.length > few) return noMatch
    const why =
      equal.length === 1 ? 'Only the amount fits' : `Only the amount fits, as of ${equal.length} orders`
    const found = equal.map((order) => ({ order, by: 'amount' as const, why, said: null }))
    return found.some(({ order }) => isPayable(order, line.day)) ? propose(found, line) : noMatch
  }

  /** Says which refund it may be. */
  function matchOut(line: Line, isPaidIn: (each: { currency: string }) => boolean): Match {
    const named = unique(find.named(line, referencesIn(line.text, line.tokens)))
    const refunded = named.filter(({ order }) => order.isRefunded && isPaidIn(order))
    const [first] = refunded
    if (!first) return noMatch
    const why = refunded.map(({ order }) => `${order.number} was refunded`)
    return {
      ...noMatch,
      orders: refunded.map(({ order }) => order.number),
      why,
      by: first.by,
      said: first.said,
    }
  }

  /** @param mayMatch a person decides otherwise */
  function judge(found: Found[], line: Line, mayMatch = true): Match {
    const [first] = found
    if (!first) return noMatch
    const { order, by, said, why } = first
    if (found.length > 1) return propose(found, line)
    const one = { ...noMatch, orders: [order.number], why: [why], by, said }
    if (!isPayable(order, line.day)) return { ...one, state: 'wrong_date' }
    if (order.outstanding !== line.amount) return { ...one, state: 'wrong_amount' }
    if (!mayMatch) return { ...one, state: 'several' }
    // A second full payment of the same order is an overpayment.
    if (taken.has(order.number)) return { ...one, state: 'wrong_amount' }
    taken.add(order.number)
    return { ...one, state: 'matched' }
  }

  /** Leaves the choice to a person, even of a single order. Offers no order that booking would refuse. */
  function propose(found: Found[], line: Line): Match {
    const payable = found.filter(({ order }) => isPayable(order, line.day))
    const [first] = payable
    if (!first) return judge(found.slice(0, 1), line)
    const [orders, why] = [payable.map(({ order }) => order.number), payable.map((each) => each.why)]
    return { ...noMatch, state: 'several', orders, why, by: first.by, said: first.said }
  }

  /** Several orders whose sum is the line's. */
  function splitOf(line: Line, found: Found[]): Match | null {
    const payable = found.filter(({ order }) => isPayable(order, line.day))
    const sum = payable.reduce((total, { order }) => total + order.outstanding, 0)
    if (payable.length < 2 || sum !== line.amount) return null
    const split = payable.map(({ order }) => ({ order: order.number, amount: order.outstanding }))
    return { ...propose(payable, line), split }
  }

  function isPayable({ placedOn }: Candidate, day: Day): boolean {
    return day <= today && day >= placedOn
  }
}

function isWaiting({ order }: Found): boolean {
  return order.outstanding > 0
}

function unique(found: Found[]): Found[] {
  const orders = new Map<string, Found>()
  for (const one of found) if (!orders.has(one.order.number)) orders.set(one.order.number, one)
  return [...orders.values()]
}

function finderOf(candidates: Candidate[], quotes: QuoteCandidate[]) {
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

  /** The order, the invoice or the quote of a whole number. */
  function of({ series, year, digits, said }: Reference): Found[] {
    if (series === 'invoice') {
      const invoice = documentNumber('invoice', Number(digits))
      const order = byInvoice.get(invoice)
      return order ? [{ order, by: 'invoice', why: `Names ${invoice}`, said }] : []
    }
    if (series === 'quote') {
      const order = byNumber.get(byQuote.get(documentNumber('quote', Number(digits)))?.order ?? '')
      return order ? [{ order, by: 'quote', why: `Names its quote Q-${digits.padStart(6, '0')}`, said }] : []
    }
    const known = byNumber.get(orderNumber(year ?? '', Number(digits)))
    const counted = year === null ? (byCount.get(Number(digits)) ?? []) : known ? [known] : []
    // A number of another year was paid long ago.
    const waiting = counted.filter(({ outstanding }) => outstanding > 0)
    return (waiting.length > 0 ? waiting : counted).map((order) => ({
      ...{ order, by: 'reference', why: `Names ${order.number}`, said },
    }))
  }

  function equal(amount: number): Candidate[] {
    return byOutstanding.get(amount) ?? []
  }

  /** Longer numbers that begin so, and pay as much. */
  function beginning({ series, year, digits, said }: Reference, amount: number): Found[] {
    const prefix = year === null ? '' : `${year}-`
    const longer = ({ number, invoices }: Candidate) =>
      (series === 'invoice' ? invoices : [number]).find((each) => {
        const count = each.slice(each.indexOf('-') + 1)
        const whole = digits.startsWith('0') ? count : count.replace(/^0+/, '')
        return each.startsWith(prefix) && whole.startsWith(digits) && whole.length > digits.length
      })
    return equal(amount).flatMap((order) => {
      const number = longer(order)
      return number ? [{ order, by: 'cut' as const, why: `Cut short, begins like ${number}`, said }] : []
    })
  }

  /** Orders that the text names in full. */
  function named(line: Line, references: Reference[]): Found[] {
    const full = references.filter(({ kind, series }) => kind === 'full' && series !== 'quote').flatMap(of)
    const alone = unique(references.filter(({ kind }) => kind === 'alone').flatMap(of))
    const [only] = alone
    const saysNoMore = only && alone.length === 1 && isOnlyOf(line, only.order)
    return unique([...full, ...(saysNoMore ? [only] : [])])
  }

  /** A number without zeros may be the beginning of another. */
  function rivals({ amount }: Line, references: Reference[], found: Found[]): Found[] {
    if (found.length === 0) return []
    return references
      .filter(({ kind, digits }) => (kind === 'full' || kind === 'alone') && digits.length < 6)
      .flatMap((reference) => beginning(reference, amount))
  }

  function listed(references: Reference[]): Found[] {
    return references.filter(({ kind }) => kind === 'next').flatMap(of)
  }

  function proposed(line: Line, references: Reference[]): Found[] {
    const { amount, text, tokens } = line
    const pays = ({ order }: Found) => (order.outstanding || order.total) === amount
    const cut = references.filter(({ kind }) => kind === 'cut')
    const loose = references.filter(({ kind, series }) => kind !== 'full' || series === 'quote')
    const meant = loose.flatMap(of).filter(pays).map(doubt)
    const bought = findPurchaseOrders(text, tokens, byPurchaseOrder).map(({ order, said }) => {
      return { order, by: 'purchase_order' as const, why: `Names its PO ${order.purchaseOrder}`, said }
    })
    return unique([
      ...cut.flatMap((reference) => beginning(reference, amount)),
      ...meant,
      ...bought.filter(isWaiting),
      ...mailed(line),
      ...payers(line),
      ...bought,
    ])
  }

  function mailed({ amount, text }: Line): Found[] {
    const written = compact(text)
    return equal(amount).flatMap((order) => {
      const email = emails.get(order)?.find(({ key }) => written.includes(key))?.email
      return email ? [{ order, by: 'email' as const, why: `Names ${email}`, said: null }] : []
    })
  }

  function payers({ amount, words }: Line): Found[] {
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

  return { named, rivals, listed, proposed, quote, equal }
}

function doubt(found: Found): Found {
  const { number } = found.order
  return found.by === 'quote'
    ? found
    : { ...found, by: 'number', why: `May mean ${number}, as the amount does` }
}

/** Banks take the signs out of an address. */
function compact(text: string): string {
  return foldWords(text)
    .map(([word]) => word)
    .join('')
}

/** True if the text says only a number and its buyer. */
function isOnlyOf({ tokens }: Line, { names }: Candidate): boolean {
  const own = new Set(names.flatMap(foldWords).flat())
  const [words, others] = [
    tokens.filter(({ kind }) => kind === 'word'),
    tokens.filter(({ kind }) => kind !== 'word'),
  ]
  const isOwn = (text: string) =>
    (foldWords(text)[0] ?? []).some((form) => own.has(form) || numero.has(form) || form.length === 1)
  return others.length === 1 && words.every(({ text }) => isOwn(text))
}
