import type { Kind } from './layout.ts'
import type { Column } from './lines.ts'
import { readCents, readCurrency, readDay } from './values.ts'

/** A header has no date. */
export function isHeader(row: string[]): boolean {
  return !row.some((cell) => readDay(cell) !== null)
}

/** Tells the header from what a bank writes above it. */
export function namesColumns(cells: string[]): boolean {
  const columns = cells.map(columnOf)
  return (
    isHeader(cells) &&
    columns.includes('date') &&
    columns.some((column) => column === 'amount' || column === 'credit')
  )
}

function columnOf(name: string): Column {
  return names.find(([, pattern]) => pattern.test(name))?.[0] ?? 'ignore'
}

const sampleSize = 200

/** Rows without a day are remarks. */
function sampleOf(rows: string[][]): string[][] {
  return rows.filter((row) => row.some(isDay)).slice(0, sampleSize)
}

/** @param header null without one @returns null if it isn't clear */
export function guessColumns(header: string[] | null, rows: string[][]): Column[] | null {
  const sample = sampleOf(rows)
  return (header && byNames(header, sample)) ?? byContent(sample)
}

const names: [Column, RegExp][] = [
  ['currency', /^(?:(?:account|transaction|payment) )?(?:currency|ccy)(?: code)?$/i],
  ['status', /^(?:(?:transaction|payment) )?(?:status|state)$/i],
  ['ignore', /balance|category|serial|account|type|cheque|bsb|currency/i],
  ['date', /date/i],
  ['debit', /debit|withdraw|money out|paid out/i],
  ['credit', /credit|deposit|money in|paid in/i],
  ['amount', /amount|value/i],
  ['text', /narrat|descr|detail|text|memo|particular|reference|payee|merchant/i],
]

function byNames(header: string[], sample: string[][]): Column[] | null {
  const columns = header.map(columnOf)
  let hasDate = false
  const used = columns.map((column, index): Column => {
    if (column !== 'date') return column
    const isDate =
      !hasDate &&
      isMostly(
        sample.map((row) => row[index] ?? ''),
        isDay,
      )
    hasDate ||= isDate
    return isDate ? 'date' : 'ignore'
  })
  const has = (column: Column) => used.includes(column)
  return has('date') && (has('amount') || (has('debit') && has('credit'))) ? used : null
}

/** Forms identify dates and amounts; sums identify the balance, and debit and credit. */
function byContent(sample: string[][]): Column[] | null {
  const kinds = kindsOf(sample)
  const date = kinds.indexOf('date')
  const amounts = indexesOf(kinds, 'money')
  if (date < 0 || amounts.length === 0) return null
  const money = byBalance(sample, amounts)
  if (!money) return null
  return kinds.map((kind, index): Column => {
    if (index === date) return 'date'
    if (kind === 'money') return money.get(index) ?? 'ignore'
    const cells = filled(sample, index)
    if (cells.length > 0 && cells.every((cell) => readCurrency(cell) === cell)) return 'currency'
    return kind !== 'empty' && !isMostly(cells, isNumber) ? 'text' : 'ignore'
  })
}

/** What the columns hold, whatever a person calls them. */
export function kindsOf(rows: string[][]): Kind[] {
  const sample = sampleOf(rows)
  const width = Math.max(...sample.map((row) => row.length))
  return Array.from({ length: width }, (_, index): Kind => {
    const cells = filled(sample, index)
    if (cells.length === 0) return 'empty'
    if (isMostly(cells, isDay)) return 'date'
    return isMostly(cells, isMoney) ? 'money' : 'text'
  })
}

/** Without a header, columns in another order look alike, and only the balance tells. */
export function disprovesColumns(rows: string[][], columns: Column[]): boolean {
  const sample = sampleOf(rows)
  const proven = proveBalance(sample, indexesOf(kindsOf(sample), 'money'))
  if (!proven) return false
  const cents = (row: string[], column: Column) => readCents(row[columns.indexOf(column)] ?? '')
  const changes = sample.map(
    (row) => cents(row, 'amount') ?? Math.abs(cents(row, 'credit') ?? 0) - Math.abs(cents(row, 'debit') ?? 0),
  )
  return !runs(changes, centsOf(sample, proven.balance))
}

function indexesOf(kinds: Kind[], kind: Kind): number[] {
  return kinds.flatMap((each, index) => (each === kind ? [index] : []))
}

function filled(sample: string[][], index: number): string[] {
  return sample.map((row) => row[index] ?? '').filter((cell) => cell !== '')
}

function centsOf(sample: string[][], index: number): (number | null)[] {
  return sample.map((row) => readCents(row[index] ?? ''))
}

const isNumber = (cell: string) => /^\d+$/.test(cell)
const isMoney = (cell: string) => /\.\d\d\b|^[+-]/.test(cell) && readCents(cell) !== null
const isDay = (cell: string) => readDay(cell) !== null

/** A few wrong cells don't count, because reading reports them by line. */
function isMostly(cells: string[], is: (cell: string) => boolean): boolean {
  return cells.length > 0 && cells.filter(is).length * 2 >= cells.length
}

function byBalance(sample: string[][], columns: number[]): Map<number, Column> | null {
  const [first, second, third] = columns as [number, number?, number?]
  if (second === undefined) return new Map([[first, 'amount']])
  const proven = proveBalance(sample, columns)
  if (proven) return proven.money
  // One line has no sums to compare: the amount comes before the balance.
  const isBoth = sample.length === 1 && sample.every((row) => row[first] && row[second])
  return third === undefined && isBoth ? new Map([[first, 'amount']]) : null
}

type Proven = { balance: number; money: Map<number, Column> }

/** Finds the column that is the running sum of the others. */
function proveBalance(sample: string[][], columns: number[]): Proven | null {
  const cents = (index: number) => centsOf(sample, index)
  for (const balance of columns) {
    const others = columns.filter((index) => index !== balance)
    const [one, other] = others as [number?, number?]
    if (one === undefined) return null
    if (other === undefined) {
      const change = cents(one)
      if (runs(change, cents(balance))) return { balance, money: new Map([[one, 'amount']]) }
      const out = change.map((cell) => -Math.abs(cell ?? 0))
      if (runs(out, cents(balance))) return { balance, money: new Map([[one, 'debit']]) }
      continue
    }
    for (const [debit, credit] of [
      [one, other],
      [other, one],
    ] as const) {
      const [out, came] = [cents(debit), cents(credit)]
      const changes = out.map((cell, index) => Math.abs(came[index] ?? 0) - Math.abs(cell ?? 0))
      const money = new Map<number, Column>([
        [debit, 'debit'],
        [credit, 'credit'],
      ])
      if (runs(changes, cents(balance))) return { balance, money }
    }
  }
  return null
}

/** Each balance must be its neighbour plus the change, in either direction. */
function runs(changes: (number | null)[], balance: (number | null)[]): boolean {
  if (balance.length < 2 || balance.includes(null)) return false
  const at = (list: (number | null)[], index: number) => Number(list[index] ?? 0)
  const steps = balance.slice(1).map((_, index) => index)
  const isOldestFirst = steps.every((i) => at(balance, i) + at(changes, i + 1) === at(balance, i + 1))
  const isNewestFirst = steps.every((i) => at(balance, i + 1) + at(changes, i) === at(balance, i))
  return isOldestFirst || isNewestFirst
}
