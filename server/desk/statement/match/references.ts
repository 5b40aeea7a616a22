import type { Day } from '#shared/calendar/calendar.ts'
import { documentNumber, orderNumber } from '#shared/orders/numbers.ts'
import { plain, type Token, tokensOf } from './tokens.ts'

export type Reference = {
  series: 'order' | 'invoice' | 'quote'
  /** Null if the text has only the number within the year. */
  year: string | null
  digits: string
  /**
   * `full`: in one piece, or after a word such as "order" or "invoice"; `alone`: after "no" or "#"; `cut`:
   * with zeros, but too few digits; `next`: one of a list; `loose`: anything less.
   */
  kind: 'full' | 'alone' | 'cut' | 'next' | 'loose'
  said: [start: number, end: number]
}

const series = new Map<string, Reference['series']>(
  Object.entries({
    order: 'order',
    orders: 'order',
    ord: 'order',
    invoice: 'invoice',
    invoices: 'invoice',
    inv: 'invoice',
    invs: 'invoice',
    taxinvoice: 'invoice',
    taxinv: 'invoice',
    rechnung: 'invoice',
    rechnungen: 'invoice',
    quote: 'quote',
    quotation: 'quote',
    q: 'quote',
  } as const),
)
export const numero = new Set(['no', 'nos', 'nr', 'number', 'numbers', 'nummer'])
/** A "standing order" or a buyer's "purch order" isn't one of our orders. */
const foreignOrder = /^(?:standing|money|postal|mail|court|work|po|pur|purch\p{L}*)$/u
/** A "job order" may be another shop's, or the payer's name may end in "order". */
const doubtfulOrder =
  /^(?:payment|sales?|works|job|service|repair|delivery|production|supplier|vendor|blanket)$/
/** Abbreviations written with points: "P.O. no 12". */
const spelledOrder = /^(?:po|so|wo)$/

/** Separators of a list: "351/346". */
const listing = /^\s?[/,+&]\s?$/

/** @returns possible numbers of orders, invoices and quotes, wherever the text names one */
export function referencesIn(written: string, tokens: Token[] = tokensOf(written)): Reference[] {
  const text = plain(written)
  const found: Reference[] = []
  for (const [index, token] of tokens.entries()) {
    const after = tokens[index + 1]
    if (token.kind === 'order') found.push(ofOrder(token))
    else if (token.kind === 'date') found.push(...afterDate(token, after))
    else if (token.kind === 'number') {
      const next = continued(token, index)
      found.push(...(next.length > 0 ? next : ofNumber(token, after, index)))
    }
  }
  return found

  function gap(one: Token | undefined, other: Token | undefined): string | null {
    return one && other ? text.slice(one.end, other.start) : null
  }

  /**
   * Reads the word before a number: "order" in "order no. 275".
   * @returns the word, whether "no" or "#" precedes the number, and whether it may be another shop's
   */
  function wordBefore(index: number) {
    let at = index - 1
    let isNumbered = text.slice(tokens[at]?.end ?? 0, tokens[index]?.start).includes('#')
    while (isClose(at) && numero.has(lower(at))) {
      isNumbered = true
      at -= 1
    }
    const word = isClose(at) ? (series.get(lower(at)) ?? null) : null
    if (word !== 'order') return { word, isNumbered, isDoubtful: isSpelled(at) }
    if (foreignOrder.test(lower(at - 1))) return { word: null, isNumbered: false, isDoubtful: true }
    const isDoubtful = doubtfulOrder.test(lower(at - 1)) || isSpelled(at - 1) || isGluedLetter(at - 1)
    return { word, isNumbered, isDoubtful }
  }

  function isSpelled(at: number): boolean {
    return lower(at).length === 1 && spelledOrder.test(lower(at - 1) + lower(at))
  }

  /** "P/order" is a purchase order, and "Smith P order" is Smith's. */
  function isGluedLetter(at: number): boolean {
    return lower(at).length === 1 && /[./-]/.test(gap(tokens[at], tokens[at + 1]) ?? '')
  }

  function isClose(at: number): boolean {
    return tokens[at]?.kind === 'word' && /^[\s.:#()_-]{0,4}$/.test(gap(tokens[at], tokens[at + 1]) ?? '')
  }

  function lower(at: number): string {
    return tokens[at]?.text.toLowerCase() ?? ''
  }

  function ofNumber(token: Token, after: Token | undefined, index: number): Reference[] {
    const { word, isNumbered, isDoubtful } = wordBefore(index)
    const yearly = ofYear(token, after)
    if (yearly) {
      const isFull = word === 'order' && yearly.kind === 'loose' && !isDoubtful
      const parts = joined(after, tokens[index + 2], { series: 'order', year: yearly.year, of: token })
      return [...parts, { ...yearly, kind: isFull ? 'full' : yearly.kind }]
    }
    const short = ofShortYear(token, after)
    if (short) return [{ ...short, series: word ?? 'order' }]
    const { text: digits } = token
    const parts = word ? joined(token, after, { series: word, year: null, of: token }) : []
    if (digits.length > 9 || Number(digits) === 0) return parts
    const at = { year: null, digits, said: [token.start, token.end] as [number, number] }
    const isQuarter = lower(index - 1) === 'q' && digits.length < 6
    if (!word || isQuarter) {
      const either = ['order', 'invoice'] as const
      const kind = isDoubtful || goesOn(token, after) ? 'loose' : 'alone'
      return isNumbered ? either.map((series) => ({ ...at, series, kind })) : []
    }
    const isCut = digits.startsWith('0') && digits.length < 6
    const isLoose = isDoubtful || /^(?:19|20)\d\d$/.test(digits) || goesOn(token, after)
    const isListed = after?.kind === 'number' && listing.test(gap(token, after) ?? '')
    const kind = isCut ? 'cut' : isListed ? 'next' : isLoose ? 'loose' : 'full'
    return [...parts, { ...at, series: word, kind }]
  }

  /** Whether digits continue: "26-351" and "27A" aren't 26 and 27. Six digits are complete. */
  function goesOn(token: Token, after: Token | undefined): boolean {
    const between = gap(token, after)
    if (token.text.length === 6 || between === null) return false
    return after?.kind === 'word' ? between === '' : after?.kind === 'number' && between.length <= 3
  }

  /** Reads a two-digit year: "26-000275". */
  function ofShortYear(token: Token, after: Token | undefined): Reference | null {
    if (token.text.length !== 2 || after?.kind !== 'number' || after.text.length !== 6) return null
    if (!/^[\s./-]$/.test(gap(token, after) ?? '')) return null
    const said: [number, number] = [token.start, after.end]
    return { series: 'order', year: `20${token.text}`, digits: after.text, kind: 'loose', said }
  }

  /** "2026-00027" was cut; "2026 27" may mean anything. */
  function ofYear(token: Token, after: Token | undefined): Reference | null {
    const [, year, rest] = /^(20\d\d)(\d{0,5})$/.exec(token.text) ?? []
    if (token.kind !== 'number' || !year) return null
    const isApart = rest === ''
    if (
      isApart &&
      !(after?.kind === 'number' && after.text.length < 6 && /^[\s./-]{1,3}$/.test(gap(token, after) ?? ''))
    )
      return null
    const digits = isApart ? (after?.text ?? '') : (rest ?? '')
    const said: [number, number] = [token.start, isApart ? (after?.end ?? token.end) : token.end]
    return { series: 'order', year, digits, kind: digits.startsWith('0') ? 'cut' : 'loose', said }
  }

  /**
   * "2026-0002 75" and "INV-000 351" may be six digits split apart.
   * @param of what the reference begins with
   */
  function joined(
    token: Token | undefined,
    after: Token | undefined,
    { of, ...named }: Pick<Reference, 'series' | 'year'> & { of: Token },
  ): Reference[] {
    if (!token?.text.startsWith('0') || after?.kind !== 'number') return []
    const digits = token.text + after.text
    if (digits.length !== 6 || !/^[ ./-]$/.test(gap(token, after) ?? '')) return []
    return [{ ...named, digits, kind: 'loose', said: [of.start, after.end] }]
  }

  /** "25 Nov 2026-000275" may be a date and a number, or an order. */
  function afterDate(token: Token, after: Token | undefined): Reference[] {
    const [, year] = /(20\d\d)$/.exec(token.text) ?? []
    if (!year || after?.kind !== 'number' || after.text.length !== 6) return []
    if (!/^[\s./-]{0,3}$/.test(gap(token, after) ?? '')) return []
    return [{ series: 'order', year, digits: after.text, kind: 'loose', said: [token.start, after.end] }]
  }

  /** Reads further numbers of a list: "INV 351/346", "2026-000029 and 30". */
  function continued(token: Token, index: number): Reference[] {
    const before = tokens[index - 1]
    const isAnd = before?.kind === 'word' && /^(?:and|und|u)$/i.test(before.text)
    const end = (isAnd ? tokens[index - 2] : before)?.end
    const last = found.at(-1)
    if (!last || last.said[1] !== end || !['full', 'next'].includes(last.kind)) return []
    if (!isAnd && !listing.test(gap(before, token) ?? '')) return []
    const { series, year } = last
    return [{ series, year, digits: token.text, kind: 'next', said: [token.start, token.end] }]
  }
}

function ofOrder({ text, start, end }: Token): Reference {
  const digits = text.replace(/\D/g, '')
  return {
    series: 'order',
    year: digits.slice(0, 4),
    digits: digits.slice(4),
    kind: 'full',
    said: [start, end],
  }
}

/** "order 275" means this year or last year. */
export function yearsUntil(today: Day): string[] {
  const year = Number(today.slice(0, 4))
  return [String(year), String(year - 1)]
}

export type Numbers = Record<'orders' | 'invoices' | 'quotes', string[]>

/**
 * @param years years to try for an order without one
 * @returns numbers that the texts may name, closed orders included
 */
export function numbersIn(texts: string[], years: string[]): Numbers {
  const found = texts.flatMap((text) => referencesIn(text)).filter(({ kind }) => kind !== 'cut')
  const of = (wanted: Reference['series']) => found.filter(({ series }) => series === wanted)
  const orders = of('order').flatMap(({ year, digits }) =>
    (year === null ? years : [year]).map((each) => orderNumber(each, Number(digits))),
  )
  const documents = (kind: 'invoice' | 'quote') => [
    ...new Set(of(kind).map(({ digits }) => documentNumber(kind, Number(digits)))),
  ]
  return { orders: [...new Set(orders)], invoices: documents('invoice'), quotes: documents('quote') }
}
