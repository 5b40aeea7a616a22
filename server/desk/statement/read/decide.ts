import { formatDate } from '#shared/calendar/calendar.ts'
import { decideDecimal, decimalSigns, doAmountsTell, readMoney, unsignedWays } from './amounts.ts'
import { decideDates, doDaysTell, readDay } from './days.ts'
import type { Chosen, Column, Decisions, Kind, Question, Reading, Sample, Undecided } from './decisions.ts'
import { cellsOf, guessColumns, kindsOf, type Table } from './guess-columns.ts'

/** What a person says holds; what is recalled holds where the file is open. */
export type Known = { said: Chosen; recalled: Chosen; timeZone: string }

export type Decided = { decisions: Decisions; undecided: Undecided; question: Omit<Question, keyof Sample> }

/** Decides once, from all rows. */
export function decide(table: Table, { said, recalled }: Known): Decided {
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
  const unsigned = said.unsigned ?? recalled.unsigned ?? null
  const out = said.out ?? recalled.out ?? null
  const words = [...new Set(cells(guess, null, 'direction'))].slice(0, 12)
  const readings = [...(dates ? [] : [readDates(days)]), ...(decimal ? [] : [readDecimals(money)])]
  return {
    decisions: {
      ...{ columns: guess ?? [], dates: dates ?? 'dmy', decimal: decimal ?? '.' },
      ...{ unsigned: unsigned ?? 'in', out },
    },
    undecided,
    question: { guess, dates, decimal, unsigned: said.unsigned ?? null, out, words, readings },
  }
}

function readDates(cells: string[]): Reading {
  return readWays('dates', cells, ['dmy', 'mdy'] as const, (text, order) => {
    const day = readDay(text, order)
    return day && formatDate(day)
  })
}

export function readUnsigned(text: string): Reading {
  return { of: 'unsigned', text, ways: unsignedWays.map((value) => ({ value, reads: `money ${value}` })) }
}

function readDecimals(cells: string[]): Reading {
  return readWays('decimal', cells, decimalSigns, (text, decimal) => {
    const money = readMoney(text, decimal)
    return money && (money.cents / 100).toFixed(2)
  })
}

/** Finds the cell that reads in most ways. */
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
