import { type DecimalSign, isAmount, looksLikeMoney, readCurrency, readMoney } from './amounts.ts'
import { isProven } from './balance.ts'
import { isDay } from './days.ts'
import type { Column, Kind } from './decisions.ts'
import { isDirection, isLaterDay, isStatus, nameOf, senseOf } from './names.ts'

export type Table = { header: string[] | null; rows: string[][] }

type Content = Kind | 'number' | 'direction' | 'currency' | 'status'

export const cellsOf = ({ rows }: Table, index: number) =>
  rows.map((row) => row[index] ?? '').filter((cell) => cell !== '')

/** A few wrong cells don't count, because reading reports them by line. */
const isMostly = (cells: string[], is: (cell: string) => boolean) =>
  cells.filter(is).length * 2 >= cells.length
const isNumber = (cell: string) => /^\d+$/.test(cell)

function contentOf(cells: string[]): Content {
  if (cells.length === 0) return 'empty'
  if (isMostly(cells, isDay)) return 'date'
  if (cells.every(isDirection)) return 'direction'
  if (cells.every((cell) => readCurrency(cell) === cell)) return 'currency'
  if (cells.every(isStatus)) return 'status'
  if (cells.every(isNumber)) return 'number'
  return isMostly(cells, looksLikeMoney) ? 'money' : 'text'
}

/** What the columns hold, whatever a person calls them. */
export function kindsOf(table: Table): Kind[] {
  const kinds = indexesOf(table).map((index) => contentOf(cellsOf(table, index)))
  return kinds.map((kind) => (kind === 'date' || kind === 'money' || kind === 'empty' ? kind : 'text'))
}

function indexesOf({ header, rows }: Table): number[] {
  const width = rows.reduce((most, row) => Math.max(most, row.length), header?.length ?? 0)
  return Array.from({ length: width }, (_, index) => index)
}

/** Columns of money whose sense isn't known yet are `money`. */
type Guess = Column | 'money'

/** @returns null if it isn't clear */
export function guessColumns(table: Table, decimal: DecimalSign): Column[] | null {
  const guesses = indexesOf(table).map((index) => guessOf(table, index))
  const money = namedMoney(table, guesses) ?? provenMoney(table, guesses, decimal)
  const days = guesses.flatMap((guess, index) => (guess === 'date' ? [index] : []))
  const [booked, later] = days.toSorted((a, b) => Number(isLater(a)) - Number(isLater(b)) || a - b)
  if (!money || booked === undefined) return null
  return guesses.map((guess, index): Column => {
    if (guess === 'date') return index === booked ? 'date' : index === later ? 'value_date' : 'ignore'
    if (guess === 'currency' || guess === 'status' || guess === 'direction')
      return guesses.indexOf(guess) === index ? guess : 'text'
    return guess === 'text' ? 'text' : (money.get(index) ?? 'ignore')
  })

  function isLater(index: number): boolean {
    return isLaterDay(table.header?.[index] ?? '')
  }
}

function guessOf(table: Table, index: number): Guess {
  const cells = cellsOf(table, index)
  const content = contentOf(cells)
  const name = table.header ? nameOf(table.header[index] ?? '') : null
  if (name === 'time' || name === 'account' || name === 'serial') return 'ignore'
  if (content === 'date' || (name === 'date' && table.rows.length === 0)) return 'date'
  if (content === 'currency' && (!table.header || name === 'currency' || name === 'date')) return 'currency'
  if (content === 'status' && !table.header) return 'status'
  if (name === 'status' || name === 'currency') return name
  if (name === 'amount' || name === 'debit' || name === 'credit' || name === 'balance')
    return content === 'empty' || isMostly(cells, isAmount) ? name : 'text'
  if (content === 'money') return name === 'direction' ? 'amount' : 'money'
  if (content === 'direction' || (name === 'direction' && isSaidMostly(cells))) return 'direction'
  const isLeft = table.header === null && (content === 'empty' || (content === 'number' && isSerial(cells)))
  return isLeft ? 'ignore' : 'text'
}

/** A type that says neither in nor out is a text of the bank. */
const isSaidMostly = (cells: string[]) =>
  cells.length > 0 && cells.filter((cell) => senseOf(cell) !== null).length * 5 >= cells.length * 4

/** Counts up or down, or is the account's own number. */
function isSerial(cells: string[]): boolean {
  const steps = cells.slice(1).map((cell, index) => Math.sign(Number(cell) - Number(cells[index])))
  return cells.length > 1 && new Set(steps).size === 1
}

type MoneyColumns = Map<number, Column>

function namedMoney(table: Table, guesses: Guess[]): MoneyColumns | null {
  const filled = (name: Guess) =>
    guesses
      .flatMap((guess, index) => (guess === name ? [[index, cellsOf(table, index).length] as const] : []))
      .toSorted(([, a], [, b]) => b - a)
  const [[debit = -1, out = 0] = [], [credit = -1, came = 0] = []] = [filled('debit')[0], filled('credit')[0]]
  const [amount = -1, moved = 0] = filled('amount')[0] ?? []
  const [balance = -1, stood = 0] = filled('balance')[0] ?? []
  const kept: [number, Column][] = stood > 0 ? [[balance, 'balance']] : []
  const isBoth = debit >= 0 && credit >= 0
  if (isBoth && (amount < 0 || out + came >= moved))
    return new Map([...kept, [debit, 'debit'], [credit, 'credit']])
  return amount >= 0 ? new Map([...kept, [amount, 'amount']]) : null
}

/** Sums identify the balance, and debit and credit. */
function provenMoney(table: Table, guesses: Guess[], decimal: DecimalSign): MoneyColumns | null {
  const known = guesses.indexOf('balance')
  const money = guesses.flatMap((guess, index) =>
    guess === 'money' || guess === 'debit' || guess === 'credit' ? [index] : [],
  )
  const [first, second, third] = money
  if (first === undefined) return null
  if (second === undefined && known < 0) return new Map([[first, 'amount']])
  for (const balance of known < 0 ? money : [known]) {
    const proven = proveBalance(
      table,
      money.filter((index) => index !== balance),
      balance,
      decimal,
    )
    if (proven) return proven
  }
  // One row has no sums to compare: the amount comes before the balance.
  const [row, another] = table.rows
  if (another !== undefined || third !== undefined || !row?.[first]) return null
  if (known >= 0)
    return second === undefined
      ? new Map([
          [first, 'amount'],
          [known, 'balance'],
        ])
      : null
  return second !== undefined && row[second]
    ? new Map([
        [first, 'amount'],
        [second, 'balance'],
      ])
    : null
}

function proveBalance(
  table: Table,
  [one, other]: number[],
  balance: number,
  decimal: DecimalSign,
): MoneyColumns | null {
  if (one === undefined) return null
  const cents = (row: string[], index: number) => readMoney(row[index] ?? '', decimal)?.cents
  const ways: [number, Column][][] =
    other === undefined
      ? [[[one, 'amount']], [[one, 'debit']]]
      : [
          [
            [one, 'debit'],
            [other, 'credit'],
          ],
          [
            [other, 'debit'],
            [one, 'credit'],
          ],
        ]
  const found = ways.find((way) => isProven(movesBy(way)))
  return found ? new Map([...found, [balance, 'balance']]) : null

  function movesBy(way: [number, Column][]) {
    return table.rows.flatMap((row) => {
      const left = cents(row, balance)
      const amount = way.reduce((sum, [index, column]) => {
        const moved = cents(row, index) ?? 0
        return sum + (column === 'amount' ? moved : column === 'debit' ? -Math.abs(moved) : Math.abs(moved))
      }, 0)
      return left === undefined ? [] : [{ amount, balance: left }]
    })
  }
}
