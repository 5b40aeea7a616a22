import type { StatementLine } from '#shared/desk/statement-answers.ts'

/** Amounts in cents. */
export type Candidate = {
  number: string
  outstanding: number
  purchaseOrder: string | null
  /** Numbers of the invoices in force. */
  invoices: string[]
  names: string[]
}

export type Match = Pick<StatementLine, 'orders' | 'by' | 'said'> & {
  state: Exclude<StatementLine['state'], 'already'>
}

export const noMatch: Match = { state: 'none', orders: [], by: null, said: null }

type Said = NonNullable<Match['said']>
type Named = { number: string; by: NonNullable<Match['by']> }
type Found = Named & { said: Said }

/** Matches a line by any number of the order, in any spelling, or by exact amount and a name. Skips outgoing money. */
export function matchLines(lines: { amounts: number[]; texts: string[] }, candidates: Candidate[]): Match[] {
  const byName = indexNames(candidates)
  const byReference = indexReferences(candidates)
  const known = new Map(candidates.map((candidate) => [candidate.number, candidate]))
  const taken = new Set<string>()
  return lines.texts.map((text, index) => {
    const amount = lines.amounts[index] ?? 0
    if (amount <= 0) return noMatch
    const words = wordsOf(text)
    const named = findReferences(words, byReference)
    if (named.length > 0) return judge(named, amount)
    const fits = findNames(words, byName).filter(({ number }) => known.get(number)?.outstanding === amount)
    return judge(fits, amount)
  })

  function judge([first, ...others]: Found[], amount: number): Match {
    if (!first) return noMatch
    const orders = [first, ...others].map(({ number }) => number)
    const { by, said } = first
    if (others.length > 0) return { state: 'several', orders, by, said }
    // Of two lines that pay an order in full, the second is too much.
    const isWhole = known.get(first.number)?.outstanding === amount && !taken.has(first.number)
    if (isWhole) taken.add(first.number)
    return { state: isWhole ? 'matched' : 'wrong_amount', orders, by, said }
  }
}

/** For example "2026 402" means 2026-000402. */
export function numbersIn(texts: string[]): string[] {
  const numbers = new Set<string>()
  for (const text of texts) {
    const words = keysOf(text)
    for (const [index, word] of words.entries()) {
      const long = /^(20\d\d)(\d{6})$/.exec(word)
      if (long) numbers.add(`${long[1]}-${long[2]}`)
      const next = words[index + 1] ?? ''
      if (/^20\d\d$/.test(word) && /^\d{1,6}$/.test(next)) numbers.add(`${word}-${next.padStart(6, '0')}`)
    }
  }
  return [...numbers]
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

function findReferences(words: Word[], index: Map<string, Named[]>): Found[] {
  const found = new Map<string, Found>()
  for (const [start, first] of words.entries()) {
    let key = ''
    for (const word of words.slice(start, start + mostPieces)) {
      key += word.key
      const said: Said = [first.said[0], word.said[1]]
      for (const named of index.get(key) ?? []) {
        if (!found.has(named.number)) found.set(named.number, { ...named, said })
      }
    }
  }
  const all = [...found.values()]
  const own = all.filter(({ by }) => by === 'reference')
  return own.length > 0 ? own : all
}

/** Words that occur in many names. */
const common = new Set([
  'SCHOOL',
  'PRIMARY',
  'COLLEGE',
  'LIMITED',
  'AUSTRALIA',
  'COUNCIL',
  'UNIVERSITY',
  'STUDIO',
])

function indexNames(candidates: Candidate[]): Map<string, Set<string>> {
  const index = new Map<string, Set<string>>()
  for (const { number, names } of candidates) {
    for (const word of names.flatMap(keysOf)) {
      if (word.length < 4 || common.has(word)) continue
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
