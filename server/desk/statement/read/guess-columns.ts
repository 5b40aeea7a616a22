import type { Column, DecimalSign } from '#shared/desk/statement-decisions.ts'
import { hasSign, isAmount, isNothing, looksLikeMoney, readCurrency, readMoney } from './amounts.ts'
import { countChains, isProven, type Move } from './balance.ts'
import { isDay } from './days.ts'
import type { Kind } from './decisions.ts'
import { areStatuses, isDirection, nameOf, rankOfDay, senseOf } from './names.ts'

export type Table = { header: string[] | null; rows: string[][] }

type Content = Kind | 'number' | 'direction' | 'currency' | 'status'

/** A dash is an empty cell among amounts, but a sign in a column of signs. */
export function cellsOf({ rows }: Table, index: number): string[] {
  const cells = rows.map((row) => row[index] ?? '').filter((cell) => cell !== '')
  const told = cells.filter((cell) => !isNothing(cell))
  return told.some(isAmount) ? told : cells
}

/** Tolerates some wrong cells, which are reported later by line. */
const isMostly = (cells: string[], is: (cell: string) => boolean) =>
  cells.filter(is).length * 2 >= cells.length
const isNumber = (cell: string) => /^\d+$/.test(cell)

function contentOf(cells: string[]): Content {
  if (cells.length === 0) return 'empty'
  if (isMostly(cells, isDay)) return 'date'
  if (cells.every(isDirection) && new Set(cells.map(senseOf)).size > 1) return 'direction'
  if (cells.every((cell) => readCurrency(cell) === cell)) return 'currency'
  if (areStatuses(cells)) return 'status'
  if (cells.every(isNumber)) return 'number'
  return isMostly(cells, looksLikeMoney) ? 'money' : 'text'
}

/** Kinds of the columns by content, whatever a person calls them. */
export function kindsOf(table: Table): Kind[] {
  const kinds = indexesOf(table).map((index) => contentOf(cellsOf(table, index)))
  return kinds.map((kind) => (kind === 'date' || kind === 'money' || kind === 'empty' ? kind : 'text'))
}

function indexesOf({ header, rows }: Table): number[] {
  const width = rows.reduce((most, row) => Math.max(most, row.length), header?.length ?? 0)
  return Array.from({ length: width }, (_, index) => index)
}

/** `money` is a column of amounts whose direction isn't known yet. */
type Guess = Column | 'money'

/** @returns null if the columns are ambiguous */
export function guessColumns(table: Table, decimal: DecimalSign): Column[] | null {
  const guesses = indexesOf(table).map((index) => guessOf(table, index))
  const named = namedMoney(table, guesses, decimal)
  const money = named === 'open' ? null : (named ?? provenMoney(table, guesses, decimal))
  const days = guesses.flatMap((guess, index) => (guess === 'date' ? [index] : []))
  const [booked, later] = days.toSorted((a, b) => rank(a) - rank(b) || a - b)
  if (!money || booked === undefined) return null
  const parts = Object.entries(money) as [keyof MoneyColumns, number][]
  return guesses.map((guess, index): Column => {
    if (guess === 'date') return index === booked ? 'date' : index === later ? 'value_date' : 'ignore'
    if (guess === 'currency' || guess === 'status' || guess === 'direction')
      return guesses.indexOf(guess) === index ? guess : 'text'
    return guess === 'text' ? 'text' : (parts.find(([, place]) => place === index)?.[0] ?? 'ignore')
  })

  function rank(index: number): number {
    return rankOfDay(table.header?.[index] ?? '')
  }
}

function guessOf(table: Table, index: number): Guess {
  const cells = cellsOf(table, index)
  const content = contentOf(cells)
  const name = table.header ? nameOf(table.header[index] ?? '') : null
  if (name === 'time' || name === 'account' || name === 'serial') return 'ignore'
  if (name === 'text' && content !== 'direction') return 'text'
  if (content === 'date' || (name === 'date' && table.rows.length === 0)) return 'date'
  if (content === 'currency' && (!table.header || name === 'currency' || name === 'date')) return 'currency'
  if (content === 'status' && name === null && isMostlyFilled(cells, table)) return 'status'
  if (content === 'number' && name === null && isCounting(cells)) return 'ignore'
  if (name === 'status' || name === 'currency') return name
  if (name === 'amount' || name === 'debit' || name === 'credit' || name === 'balance')
    return cells.every(isNothing) || isMostly(cells, isAmount) ? name : 'text'
  if (content === 'money') return name === 'direction' ? 'amount' : 'money'
  if (content === 'direction' || (name === 'direction' && isSaidMostly(cells))) return 'direction'
  const isLeft =
    table.header === null &&
    (content === 'empty' || (content === 'number' && isSerial(cells)) || isOwnIban(cells))
  return isLeft ? 'ignore' : 'text'
}

const isMostlyFilled = (cells: string[], { rows }: Table) => cells.length * 2 >= rows.length

/** A column whose words seldom mean in or out is text. */
const isSaidMostly = (cells: string[]) =>
  cells.length > 0 && cells.filter((cell) => senseOf(cell) !== null).length * 5 >= cells.length * 4

const isOwnIban = (cells: string[]) =>
  cells.length > 1 && new Set(cells).size === 1 && /^[A-Z]{2}\d\d[A-Z\d ]{10,30}$/.test(cells[0] ?? '')

/** Whether cells number the rows, and so differ in the next file. */
function isCounting(cells: string[]): boolean {
  const steps = cells.slice(1).map((cell, index) => Number(cell) - Number(cells[index]))
  const isOne = [cells[0], cells.at(-1)].includes('1')
  return isOne && cells.length > 1 && steps.every((step) => Math.abs(step) === 1 && step === steps[0])
}

/** Whether numbers only rise, only fall, or stay the same, as the account's own number does. */
function isSerial(cells: string[]): boolean {
  const steps = cells.slice(1).map((cell, index) => Math.sign(Number(cell) - Number(cells[index])))
  return cells.length > 1 && new Set(steps).size === 1
}

type MoneyColumns = { [Part in 'amount' | 'debit' | 'credit' | 'balance']?: number }

/** If several columns are amounts, the balance decides; without one, a person must. */
function namedMoney(table: Table, guesses: Guess[], decimal: DecimalSign): MoneyColumns | 'open' | null {
  const find = (name: Guess) =>
    guesses
      .flatMap((guess, index) => (guess === name ? [{ index, filled: cellsOf(table, index).length }] : []))
      .toSorted((a, b) => b.filled - a.filled)
  const [[debit], [credit], [balance]] = [find('debit'), find('credit'), find('balance')]
  const kept = balance ? { balance: balance.index } : {}
  const [fullest, ...others] = find('amount')
  if (debit && credit && debit.filled + credit.filled >= (fullest?.filled ?? 0))
    return { ...kept, debit: debit.index, credit: credit.index }
  if (!fullest) return null
  const rivals = others.filter(({ filled }) => filled === fullest.filled)
  const ways = [fullest, ...rivals].map(({ index }) => ({ ...kept, amount: index }))
  return pickAmount(table, guesses, ways, decimal) ?? 'open'
}

type Way = MoneyColumns & { amount: number }

/** @returns null if several columns fit the balance equally well, but differ */
function pickAmount(table: Table, guesses: Guess[], ways: Way[], decimal: DecimalSign): Way | null {
  if (ways.length === 1) return ways[0] ?? null
  const judged = ways.map((way) => ({ way, misfits: misfits(way) }))
  const [best, ...others] = judged.toSorted((a, b) => a.misfits - b.misfits)
  if (!best || others.some((other) => other.misfits === best.misfits && differ(other.way, best.way)))
    return null
  return best.way

  /** Counts rows that break the balance, also with all signs turned, since money out may lack a sign. */
  function misfits(way: Way): number {
    const moves = movesBy(table, guesses, way, decimal)
    const turned = moves.map((move) => ({ ...move, amount: -move.amount }))
    return table.rows.length - moves.length + Math.min(countChains(moves), countChains(turned))
  }

  function differ(one: Way, other: Way): boolean {
    return table.rows.some((row) => centsAt(row, one.amount, decimal) !== centsAt(row, other.amount, decimal))
  }
}

const centsAt = (row: string[], index: number, decimal: DecimalSign) =>
  readMoney(row[index] ?? '', decimal)?.cents

/** Identifies the balance, debit and credit by their sums. */
function provenMoney(table: Table, guesses: Guess[], decimal: DecimalSign): MoneyColumns | null {
  const known = guesses.indexOf('balance')
  const isMoney = (guess: Guess) => guess === 'money' || guess === 'debit' || guess === 'credit'
  const money = guesses.flatMap((guess, index) => (isMoney(guess) ? [index] : []))
  const [first, second, third] = money
  if (first === undefined) return null
  if (second === undefined && known < 0) return isHalf(table, first) ? null : { amount: first }
  const found = (known < 0 ? money : [known]).flatMap((balance) => {
    const others = money.filter((index) => index !== balance)
    return waysOf(others).map((way) => ({ ...way, balance }))
  })
  const proven = found.find((way) => {
    const moves = movesBy(table, guesses, way, decimal)
    return moves.length === table.rows.length && isProven(moves)
  })
  if (proven) return proven
  // A single row has no sums to compare; the amount comes before the balance.
  const balance = known < 0 ? second : known
  const [row, another] = table.rows
  const isOne = another === undefined && (known < 0 ? third : second) === undefined && !isHalf(table, first)
  return isOne && balance !== undefined && row?.[first] && row[balance] ? { amount: first, balance } : null
}

function movesBy(
  { rows }: Table,
  guesses: Guess[],
  { amount, debit, credit, balance }: MoneyColumns,
  decimal: DecimalSign,
): Move[] {
  const said = guesses.indexOf('direction')
  return rows.flatMap((row) => {
    const cents = (index = -1) => centsAt(row, index, decimal)
    const [left, moved, out, came] = [balance, amount, debit, credit].map(cents)
    if (left === undefined || (moved ?? out ?? came) === undefined || (out && came)) return []
    const sum = (moved ?? 0) * (senseOf(row[said] ?? '') ?? 1) + Math.abs(came ?? 0) - Math.abs(out ?? 0)
    return [{ amount: sum, balance: left }]
  })
}

/** An unsigned amount beside an empty column may be only money out. */
function isHalf(table: Table, amount: number): boolean {
  const hasEmpty = indexesOf(table).some((index) => cellsOf(table, index).length === 0)
  return hasEmpty && !cellsOf(table, amount).some(hasSign)
}

/** Columns of amounts before tax or fees may accompany the amount. */
function waysOf(others: number[]): MoneyColumns[] {
  const [one, other] = others
  if (one === undefined) return []
  if (other === undefined) return [{ amount: one }, { debit: one }]
  return [
    { debit: one, credit: other },
    { debit: other, credit: one },
    ...others.map((amount) => ({ amount })),
  ]
}
