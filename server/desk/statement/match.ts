import type { Day } from '#shared/calendar/calendar.ts'
import type { StatementLine } from '#shared/desk/statement-answers.ts'
import { type Numbers, numbersAmong } from '#shared/orders/numbers.ts'
import { datesIn } from './dates-in-text.ts'

/** Amounts in cents. */
export type Candidate = {
  number: string
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
}

export type Match = Pick<StatementLine, 'orders' | 'by' | 'said'> & {
  state: Exclude<StatementLine['state'], 'already'>
}

export const noMatch: Match = { state: 'none', orders: [], by: null, said: null }

/** The arrays have one entry for each line. @property currencies null for the order's */
export type Lines = {
  texts: string[]
  amounts: number[]
  days: Day[]
  currencies: (string | null)[]
  today: Day
}

type Said = NonNullable<Match['said']>
type Named = { number: string; by: NonNullable<Match['by']> }
type Found = Named & { said: Said }

/**
 * A line that has a number of one order, in any spelling, matches it. Buyers choose their purchase orders, so one matches
 * only beside its order's whole name. Anything less, and numbers of several orders, are proposals. Booking one of them must
 * not match another. Outgoing money matches nothing, and money in another currency no order.
 */
export function matchLines(
  { texts, amounts, days, currencies, today }: Lines,
  candidates: Candidate[],
): Match[] {
  const byName = indexNames(candidates)
  const byReference = indexReferences(candidates)
  const known = new Map(candidates.map((candidate) => [candidate.number, candidate]))
  const taken = new Set<string>()
  return texts.map((text, index) => {
    const amount = amounts[index] ?? 0
    const day = days[index] ?? today
    if (amount <= 0) return noMatch
    const words = wordsOf(text)
    const isPaidIn = ({ number }: Named) =>
      (currencies[index] ?? null) === null || known.get(number)?.currency === currencies[index]
    const named = strongest(findReferences(text, words, byReference).filter(isPaidIn))
    const waiting = named.filter(({ number }) => known.get(number)?.outstanding !== 0)
    const paid = named.filter((found) => !waiting.includes(found))
    const [first] = waiting
    if (first && first.by !== 'purchase_order') return judge([...waiting, ...paid], amount, day)
    const fits = findNames(words, byName)
      .filter(isPaidIn)
      .filter(({ number }) => known.get(number)?.outstanding === amount)
    const isWhole = ({ number }: Named) => hasWholeName(words, known.get(number)?.names ?? [])
    if (first) {
      const others = fits.filter(({ number }) => !waiting.some((found) => found.number === number))
      const found = [...others, ...waiting, ...paid]
      const isExact = known.get(first.number)?.outstanding === amount
      return isExact && !isWhole(first) ? propose(found, amount, day) : judge(found, amount, day)
    }
    if (fits.length === 0) return judge(paid, amount, day)
    const whole = fits.filter(isWhole)
    return propose([...paid, ...(whole.length > 0 ? whole : fits)], amount, day)
  })

  function judge([first, ...others]: Found[], amount: number, day: Day): Match {
    if (!first) return noMatch
    const { number, by, said } = first
    if (others.length > 0) return propose([first, ...others], amount, day)
    if (!isPayable(number, day)) return { state: 'wrong_date', orders: [number], by, said }
    // A second full payment of the same order is an overpayment.
    const isWhole = known.get(number)?.outstanding === amount && !taken.has(number)
    if (isWhole) taken.add(number)
    return { state: isWhole ? 'matched' : 'wrong_amount', orders: [number], by, said }
  }

  /** Leaves the choice to a person, even of a single order. Offers no order that booking would refuse. */
  function propose(found: Found[], amount: number, day: Day): Match {
    const payable = found.filter(({ number }) => isPayable(number, day))
    const [first] = payable
    if (!first) return judge(found.slice(0, 1), amount, day)
    return { state: 'several', orders: payable.map(({ number }) => number), by: first.by, said: first.said }
  }

  function isPayable(number: string, day: Day): boolean {
    return day <= today && day >= (known.get(number)?.placedOn ?? day)
  }
}

/** @returns the numbers that the texts may name, also of closed orders */
export function numbersIn(texts: string[]): Numbers {
  const found = texts.map((text) => numbersAmong(keysOf(text)))
  return {
    orders: [...new Set(found.flatMap(({ orders }) => orders))],
    invoices: [...new Set(found.flatMap(({ invoices }) => invoices))],
  }
}

type Word = { key: string; said: Said }

function wordsOf(text: string): Word[] {
  return [...text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)].flatMap(({ 0: word, index }) =>
    keysOf(word).map((key) => ({ key, said: [index, index + word.length] as Said })),
  )
}

/** Letters and digits without leading zeros. */
function keysOf(text: string): string[] {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .split(/[^0-9A-Z]+/)
    .filter(Boolean)
    .map((word) => word.replace(/(?<!\d)0+(?=\d)/g, ''))
}

function keyOf(text: string): string {
  return keysOf(text).join('')
}

/** Shorter ones appear in unrelated texts. */
const shortestPurchaseOrder = 4

function indexReferences(candidates: Candidate[]): Map<string, Named[]> {
  const index = new Map<string, Named[]>()
  const add = (key: string, named: Named) => index.set(key, [...(index.get(key) ?? []), named])
  for (const { number, purchaseOrder, invoices } of candidates) {
    add(keyOf(number), { number, by: 'reference' })
    // Written in one piece, the number has zeros inside.
    add(number.replace('-', ''), { number, by: 'reference' })
    for (const invoice of invoices) add(keyOf(invoice), { number, by: 'invoice' })
    const key = purchaseOrder === null ? '' : keyOf(purchaseOrder)
    if (key.length >= shortestPurchaseOrder && /\d/.test(key)) add(key, { number, by: 'purchase_order' })
  }
  return index
}

/** A reference may be split into this many pieces. */
const mostPieces = 5

function findReferences(text: string, words: Word[], index: Map<string, Named[]>): Found[] {
  const found: Found[] = []
  const dates = datesIn(text)
  for (const [start, first] of words.entries()) {
    let key = ''
    for (const word of words.slice(start, start + mostPieces)) {
      key += word.key
      const said: Said = [first.said[0], word.said[1]]
      const isDate = dates.some(([from, to]) => from <= said[0] && said[1] <= to)
      for (const named of index.get(key) ?? []) {
        if (!(isDate && named.by === 'purchase_order')) found.push({ ...named, said })
      }
    }
  }
  return found
}

/** Only the seller gives numbers to orders and invoices, so a purchase order can't replace them. */
function strongest(found: Found[]): Found[] {
  for (const kind of ['reference', 'invoice', 'purchase_order']) {
    const orders = new Map<string, Found>()
    for (const one of found) if (one.by === kind && !orders.has(one.number)) orders.set(one.number, one)
    if (orders.size > 0) return [...orders.values()]
  }
  return []
}

/** Banks and buyers leave these out of names. */
const legalForms = new Set([
  'PTY',
  'LTD',
  'LIMITED',
  'PLC',
  'LLC',
  'INC',
  'CORP',
  'CO',
  'GMBH',
  'AG',
  'BV',
  'SARL',
])

/** A name of a single word fits strangers too, so it is never whole. */
function hasWholeName(words: Word[], names: string[]): boolean {
  const written = new Set(words.map(({ key }) => key))
  return names.some((name) => {
    const own = new Set(keysOf(name).filter((word) => word.length > 1 && !legalForms.has(word)))
    return own.size > 1 && [...own].every((word) => written.has(word))
  })
}

/** Words that occur in many names. */
const common = new Set(['SCHOOL', 'PRIMARY', 'COLLEGE', 'AUSTRALIA', 'COUNCIL', 'UNIVERSITY', 'STUDIO'])

function indexNames(candidates: Candidate[]): Map<string, Set<string>> {
  const index = new Map<string, Set<string>>()
  for (const { number, names } of candidates) {
    for (const word of names.flatMap(keysOf)) {
      if (word.length < 4 || common.has(word) || legalForms.has(word)) continue
      index.set(word, (index.get(word) ?? new Set()).add(number))
    }
  }
  return index
}

function findNames(words: Word[], index: Map<string, Set<string>>): Found[] {
  const found = new Map<string, Found>()
  for (const { key, said } of words) {
    for (const number of index.get(key) ?? []) {
      const [start] = found.get(number)?.said ?? said
      found.set(number, { number, by: 'name', said: [start, said[1]] })
    }
  }
  return [...found.values()]
}
