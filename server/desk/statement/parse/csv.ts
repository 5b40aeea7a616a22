import { CsvError, parse } from 'csv-parse/sync'
import { guessColumns, isHeader, namesColumns } from './guess-columns.ts'
import { type BankFile, type BankLine, type Column, tidyText } from './lines.ts'
import { Unreadable } from './unreadable.ts'
import { readCents, readDay } from './values.ts'

type Row = { record: string[]; info: { lines: number } }

export type CsvColumns = {
  /** Chosen or remembered; null guesses them. */
  columns: Column[] | null
  /** Refuses columns that are only guessed. */
  asksColumns?: boolean
}

/**
 * A header is optional, and amounts take one column or two.
 * @throws Unreadable for a broken line or unclear columns
 */
export function readCsv(text: string, { columns, asksColumns = false }: CsvColumns): BankFile {
  const rows = parseRows(text)
  const [first] = rows
  if (!first) throw new Unreadable(1, 'The file is empty.')
  const hasHeader = isHeader(first.record)
  const body = hasHeader ? rows.slice(1) : rows
  if (body.length === 0) throw new Unreadable(1, 'The file has no lines below its header.')
  const records = body.map(({ record }) => record)
  const used = columns ?? guessColumns(hasHeader ? first.record : null, records)
  if (!used || !isEnough(used) || (asksColumns && !columns)) {
    const sample = { rows: rows.slice(0, 5).map(({ record }) => record), guess: used }
    throw new Unreadable(first.info.lines, askFor(columns), sample)
  }
  return { account: null, lines: body.map((row) => toLine(row, used)), columns: used }
}

function askFor(columns: Column[] | null): string {
  return columns
    ? 'A statement needs a date, and an amount or money in.'
    : 'Which column is what? Nobody can tell from these rows.'
}

function parseRows(text: string): Row[] {
  const { delimiter, from } = findHeader(text) ?? { delimiter: guessDelimiter(text), from: 1 }
  try {
    return parse(text, {
      bom: true,
      delimiter,
      from_line: from,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      trim: true,
    }) as unknown as Row[]
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new Unreadable(Number(error.lines ?? 1), 'This is no CSV: a quote is missing or out of place.')
  }
}

const delimiters = [',', ';', '\t']
const mostAboveHeader = 20

/** Some banks write the account and the period above the header. @returns its line, from 1 */
function findHeader(text: string): { delimiter: string; from: number } | null {
  const lines = text.slice(0, 10_000).split(/\r?\n/, mostAboveHeader)
  for (const [index, line] of lines.entries()) {
    const cells = (delimiter: string) => line.split(delimiter).map((cell) => cell.replace(/^\W+|\W+$/g, ''))
    const delimiter = delimiters.find((each) => namesColumns(cells(each)))
    if (delimiter) return { delimiter, from: index + 1 }
  }
  return null
}

/** The first line has nobody's free text. */
function guessDelimiter(text: string): string {
  const [first = ''] = text.slice(0, 2000).split(/\r?\n/, 1)
  const count = (delimiter: string) => first.split(delimiter).length
  return delimiters.toSorted((a, b) => count(b) - count(a))[0] ?? ','
}

function isEnough(columns: Column[]): boolean {
  const has = (column: Column) => columns.includes(column)
  return has('date') && (has('amount') || has('credit'))
}

function toLine({ record, info }: Row, columns: Column[]): BankLine {
  const cells = (column: Column) => record.filter((_, index) => columns[index] === column)
  const [date = ''] = cells('date')
  const day = readDay(date)
  if (!day) throw new Unreadable(info.lines, `“${date.slice(0, 40)}” isn’t a date.`)
  const amount = readAmount(cells('amount'), info) ?? bothSides(cells('debit'), cells('credit'), info)
  if (amount === null) throw new Unreadable(info.lines, 'This line has no amount.')
  return { line: info.lines, day, amount, text: tidyText(cells('text').filter(Boolean).join(' ')) }
}

function readAmount([cell = '']: string[], { lines }: Row['info']): number | null {
  if (cell === '') return null
  const cents = readCents(cell)
  if (cents === null) throw new Unreadable(lines, `“${cell.slice(0, 40)}” isn’t an amount.`)
  return cents
}

/** Banks write debits with or without a sign. */
function bothSides(debit: string[], credit: string[], info: Row['info']): number | null {
  const [out, came] = [readAmount(debit, info), readAmount(credit, info)]
  if (out === null && came === null) return null
  return Math.abs(came ?? 0) - Math.abs(out ?? 0)
}
