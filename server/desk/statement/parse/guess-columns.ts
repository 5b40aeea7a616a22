import type { Column } from './lines.ts'
import { readCents, readDay } from './values.ts'

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

/** @param header null without one @returns null if it isn't clear */
export function guessColumns(header: string[] | null, rows: string[][]): Column[] | null {
  const sample = rows.slice(0, sampleSize)
  return (header && byNames(header, sample)) ?? byContent(sample)
}

const names: [Column, RegExp][] = [
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
  const width = Math.max(...sample.map((row) => row.length))
  const indexes = Array.from({ length: width }, (_, index) => index)
  const filled = (index: number) => sample.map((row) => row[index] ?? '').filter((cell) => cell !== '')
  const isOf = (index: number, is: (cell: string) => boolean) => isMostly(filled(index), is)
  const date = indexes.find((index) => isOf(index, isDay))
  const amounts = indexes.filter(
    (index) =>
      index !== date && isOf(index, (cell) => /\d\.\d\d\b|^[+-]/.test(cell) && readCents(cell) !== null),
  )
  if (date === undefined || amounts.length === 0) return null
  const money = byBalance(sample, amounts)
  if (!money) return null
  return indexes.map((index): Column => {
    if (index === date) return 'date'
    if (amounts.includes(index)) return money.get(index) ?? 'ignore'
    return filled(index).length > 0 && !isOf(index, (cell) => /^\d+$/.test(cell)) ? 'text' : 'ignore'
  })
}

const isDay = (cell: string) => readDay(cell) !== null

/** A few wrong cells don't count, because reading reports them by line. */
function isMostly(cells: string[], is: (cell: string) => boolean): boolean {
  return cells.length > 0 && cells.filter(is).length * 2 >= cells.length
}

function byBalance(sample: string[][], columns: number[]): Map<number, Column> | null {
  const [first, second, third] = columns as [number, number?, number?]
  if (second === undefined) return new Map([[first, 'amount']])
  const cents = (index: number) => sample.map((row) => readCents(row[index] ?? ''))
  const fits = (changes: (number | null)[], balance: (number | null)[]) => runs(changes, balance)
  for (const balance of columns) {
    const others = columns.filter((index) => index !== balance)
    const [one, other] = others as [number, number?]
    if (other === undefined) {
      if (fits(cents(one), cents(balance))) return new Map([[one, 'amount']])
      continue
    }
    for (const [debit, credit] of [
      [one, other],
      [other, one],
    ] as const) {
      const [out, came] = [cents(debit), cents(credit)]
      const changes = out.map((cell, index) => Math.abs(came[index] ?? 0) - Math.abs(cell ?? 0))
      const columns = new Map<number, Column>([
        [debit, 'debit'],
        [credit, 'credit'],
      ])
      if (fits(changes, cents(balance))) return columns
    }
  }
  // One line has no sums to compare: the amount comes before the balance.
  const isBoth = sample.length === 1 && sample.every((row) => row[first] && row[second])
  return third === undefined && isBoth ? new Map([[first, 'amount']]) : null
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
