import { addDays, addMonths, type Day, formatDate } from '#shared/calendar/calendar.ts'
import {
  type Chosen,
  type Column,
  type DecimalSign,
  type Decisions,
  decimalSigns,
  type Question,
  type Reading,
  type Sample,
  unsignedWays,
} from '#shared/desk/statement-decisions.ts'
import { currencyIn, decideDecimal, doAmountsTell, readMoney } from './amounts.ts'
import { decideDates, doDaysTell, hasNoYear, readDay } from './days.ts'
import type { Kind } from './decisions.ts'
import { cellsOf, guessColumns, kindsOf, type Table } from './guess-columns.ts'

/**
 * What the reader of a file knows. A person's answers take precedence; recalled ones fill what the file
 * leaves open.
 * @property shape how the file was split into this table
 * @property title text above the table
 */
export type Known = {
  said: Chosen
  recalled: Chosen
  shape: Pick<Decisions, 'encoding' | 'delimiter' | 'header'>
  title: string
  today: Day
  timeZone: string
}

export type Decided = {
  decisions: Decisions
  /** Parts that neither the cells nor a person decided. */
  undecided: (keyof Decisions)[]
  question: Omit<Question, keyof Sample>
}

/** Decides once for all rows. */
export function decide(table: Table, { said, recalled, shape, title, today }: Known): Decided {
  const kinds = kindsOf(table)
  const cells = (columns: Column[] | null, kind: Kind | null, ...of: Column[]) =>
    (columns ?? kinds).flatMap((each, index) =>
      (columns ? of.includes(each as Column) : each === kind) ? cellsOf(table, index) : [],
    )
  const all = cells(null, 'money')
  const sign = said.decimal ?? decideDecimal(all) ?? recalled.decimal ?? '.'
  const guess = said.columns ?? recalled.columns ?? guessColumns(table, sign)
  const money = guess ? cells(guess, null, 'amount', 'debit', 'credit') : all
  const days = cells(guess, 'date', 'date', 'value_date')
  const told = {
    dates: said.dates ?? (doDaysTell(days) ? decideDates(days) : null),
    decimal: said.decimal ?? (doAmountsTell(money) ? decideDecimal(money) : null),
  }
  const dates = told.dates ?? recalled.dates ?? decideDates(days)
  const decimal = told.decimal ?? recalled.decimal ?? decideDecimal(money)
  const undecided = (['dates', 'decimal'] as const).filter(
    (part) => told[part] === null && recalled[part] === undefined,
  )
  const isYearless = days.some(hasNoYear)
  const latest = addDays(today, slack)
  const until = isYearless ? (said.until ?? decideUntil([...days, ...datesIn(title)], latest)) : null
  const unsigned = said.unsigned ?? recalled.unsigned ?? null
  const currency = said.currency ?? currencyOf(table, guess) ?? recalled.currency ?? null
  const out = said.out ?? recalled.out ?? null
  const words = [...new Set(cells(guess, null, 'direction'))].slice(0, 12)
  const ends = [0, 12, 24].map((months) => addMonths(latest, -months))
  const readings = [
    !dates &&
      readWays('dates', days, ['dmy', 'mdy'], (text, order) =>
        nameDay(readDay(text, order, until ?? latest)),
      ),
    isYearless &&
      !until &&
      readWays('until', days, ends, (text, end) => nameDay(readDay(text, dates ?? 'dmy', end))),
    !decimal && readWays('decimal', money, decimalSigns, nameAmount),
  ].filter((reading) => reading !== false)
  const decisions: Decisions = {
    ...shape,
    columns: guess ?? [],
    dates: dates ?? 'dmy',
    until,
    decimal: decimal ?? '.',
    currency,
    unsigned: unsigned ?? 'in',
    out,
  }
  const open = { guess, dates, decimal, unsigned: said.unsigned ?? null, words, readings }
  return { decisions, undecided: [...undecided, 'until'], question: { ...decisions, ...open } }
}

/** Reads the currency from the header. */
export function currencyOf({ header }: Table, columns: Column[] | null): string | null {
  const isMoney = (_: string, index: number) => /^(?:amount|debit|credit)$/.test(columns?.[index] ?? '')
  return header?.filter(isMoney).map(currencyIn).find(Boolean) ?? null
}

/** Days may be this much later than the last day with a year. */
const slack = 31

const datesIn = (title: string) =>
  title.match(
    /(?<![\d-])(?:\d{1,2}[./-]\d{1,2}[./-]\d{4}|\d{4}[./-]\d{1,2}[./-]\d{1,2}|\d{1,2} [a-z]{3,9} \d{4})(?![\d-])/gi,
  ) ?? []

/** @returns null if no cell has a year */
function decideUntil(cells: string[], latest: Day): Day | null {
  const order = decideDates(cells)
  const told = order ? cells.flatMap((cell) => readDay(cell, order) ?? []) : []
  const last = told
    .filter((day) => day <= latest)
    .toSorted()
    .at(-1)
  return last ? addDays(last, slack) : null
}

const nameDay = (day: Day | null) => day && formatDate(day)

function nameAmount(text: string, decimal: DecimalSign): string | null {
  const money = readMoney(text, decimal)
  return money && (money.cents / 100).toFixed(2)
}

export function readUnsigned(text: string): Reading {
  return { of: 'unsigned', text, ways: unsignedWays.map((value) => ({ value, reads: `money ${value}` })) }
}

/** Finds the cell with the most readings. */
function readWays<Value extends string>(
  of: Reading['of'],
  cells: string[],
  values: readonly Value[],
  read: (text: string, value: Value) => string | null,
): Reading {
  const waysOf = (text: string) =>
    values.flatMap((value) => {
      const reads = read(text, value)
      return reads === null ? [] : [{ value, reads }]
    })
  const isOpen = (text: string) => new Set(waysOf(text).map(({ reads }) => reads)).size > 1
  const text = cells.find(isOpen) ?? cells[0] ?? ''
  return { of, text, ways: waysOf(text) }
}
