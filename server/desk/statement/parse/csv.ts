import { CsvError, parse } from 'csv-parse/sync'
import { disprovesColumns, guessColumns, isHeader, namesColumns } from './guess-columns.ts'
import { isSameLayout, type Layout, layoutOf } from './layout.ts'
import { type BankFile, type BankLine, type Column, tidyText } from './lines.ts'
import { requireModestCsv } from './require-modest-csv.ts'
import { type Sample, Unreadable } from './unreadable.ts'
import { currencyIn, readCents, readCurrency, readDay } from './values.ts'

type Row = { record: string[]; info: { lines: number } }

export type CsvColumns = {
  /** Chosen by a person. */
  columns: Column[] | null
  /** Hold for a file of their layout; any other file's are guessed. */
  remembered: RememberedColumns | null
  /** Refuses columns that are only guessed. */
  asksColumns?: boolean
}

export type RememberedColumns = { columns: Column[]; layout: Layout }

/** Rows that are shown to a person. */
const sampleRows = 5

/**
 * A header is optional, and amounts take one column or two.
 * @throws Unreadable for a broken line or unclear columns
 */
export function readCsv(text: string, { columns, remembered, asksColumns = false }: CsvColumns): BankFile {
  const rows = parseRows(text)
  const [first] = rows
  if (!first) throw new Unreadable(1, 'The file is empty.')
  const header = isHeader(first.record) ? first.record : null
  const body = header ? rows.slice(1) : rows
  if (body.length === 0) throw new Unreadable(1, 'The file has no lines below its header.')
  const records = body.map(({ record }) => record)
  const layout = layoutOf(header, records)
  const known = columns ?? recall(remembered, layout, records)
  const used = known ?? guessColumns(header, records)
  const sample: Sample = { header, rows: records.slice(0, sampleRows) }
  if (!used || !isEnough(used) || (asksColumns && !known)) {
    throw new Unreadable(first.info.lines, askFor(columns), { ...sample, guess: used })
  }
  const named = header?.filter((_, index) => /^(?:amount|debit|credit)$/.test(used[index] ?? ''))
  const currency = named?.map(currencyIn).find(Boolean) ?? null
  const lines = withoutRemarks(body, used).map((row) => toLine(row, used, currency))
  if (lines.length === 0) throw new Unreadable(first.info.lines, 'The file has no lines.')
  return { lines, columns: used, layout, sample }
}

/** Another bank's file under the same account may have money out where this one has money in. */
function recall(remembered: RememberedColumns | null, layout: Layout, records: string[][]): Column[] | null {
  if (!remembered || !isSameLayout(remembered.layout, layout)) return null
  const { columns } = remembered
  return 'kinds' in layout && disprovesColumns(records, columns) ? null : columns
}

function askFor(columns: Column[] | null): string {
  return columns
    ? 'A statement needs a date, and an amount or money in.'
    : 'Which column is what? Nobody can tell from these rows.'
}

function parseRows(text: string): Row[] {
  const { delimiter, from } = findHeader(text) ?? { delimiter: guessDelimiter(text), from: 1 }
  requireModestCsv(text, delimiter)
  try {
    const rows = parse(text, {
      bom: true,
      delimiter,
      from_line: from,
      info: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      ltrim: true,
    }) as unknown as Row[]
    requireLines(rows)
    return rows.map(({ record, info }) => ({ record: record.map(tidyCell), info }))
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new Unreadable(Number(error.lines ?? 1), 'This is no CSV: a quote is missing or out of place.')
  }
}

/** Some banks write spaces after a quote that ends a cell. */
function tidyCell(cell: string): string {
  return cell.trim().replace(/^"([^"]*)"$/, '$1')
}

/** Banks leave quotes inside texts as they are, but one that never ends would take other lines into its text. */
function requireLines(rows: Row[]): void {
  for (const { record, info } of rows) {
    const open = record.find((cell) => cell.startsWith('"') && cell.includes('\n'))
    if (open === undefined) continue
    throw new Unreadable(info.lines - open.split('\n').length + 1, 'A quote is missing or out of place.')
  }
}

const delimiters = [',', ';', '\t']
const mostAboveHeader = 20

/** Some banks write the account and the period above the header. @returns its line, from 1 */
function findHeader(text: string): { delimiter: string; from: number } | null {
  const lines = text.slice(0, 10_000).split(/\r?\n/, mostAboveHeader)
  for (const [index, line] of lines.entries()) {
    const cells = (delimiter: string) =>
      line.split(delimiter).map((cell) => cell.replace(/^\W+|(?<=\w)\W+$/g, ''))
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

/** Begins a row that sums up others. */
const summary =
  /^\W*(?:(?:opening|closing|current|available|ledger|start(?:ing)?|end(?:ing)?|final)\s+balance|balance|(?:sub-?)?totals?)\b/i

/** Leaves out what banks write among lines and below them: balances, sums, and at the end any words without money. */
function withoutRemarks(rows: Row[], columns: Column[]): Row[] {
  const cellsOf = ({ record }: Row, ...of: Column[]) =>
    record.filter((cell, index) => cell !== '' && of.includes(columns[index] ?? 'ignore'))
  const date = (row: Row) => cellsOf(row, 'date')[0] ?? ''
  const hasMoney = (row: Row) => cellsOf(row, 'amount', 'debit', 'credit').length > 0
  const isWords = (cell: string) => cell === '' || /\p{L}{2}/u.test(cell)
  const last = rows.findLastIndex((row) => hasMoney(row) || !isWords(date(row)))
  return rows.filter((row, index) => {
    const isSummary = row.record.some((cell) => summary.test(cell))
    if (readDay(date(row)) !== null) return hasMoney(row) || !isSummary
    if (/\d/.test(date(row))) return index <= last
    return index <= last && !isSummary
  })
}

/** @param currency as the header says */
function toLine({ record, info }: Row, columns: Column[], currency: string | null): BankLine {
  const cells = (column: Column) => record.filter((_, index) => columns[index] === column)
  const [date = ''] = cells('date')
  const day = readDay(date)
  if (!day) throw new Unreadable(info.lines, `“${date.slice(0, 40)}” isn’t a date.`)
  const amount = readAmount(cells('amount'), info) ?? bothSides(cells('debit'), cells('credit'), info)
  if (amount === null) throw new Unreadable(info.lines, 'This line has no amount.')
  return {
    line: info.lines,
    day,
    amount,
    text: tidyText(cells('text').filter(Boolean).join(' ')),
    account: null,
    currency: currencyOf(cells('currency'), info) ?? currency,
    isPending: cells('status').some((cell) => unbooked.test(cell)),
  }
}

/** As banks word it. */
const unbooked =
  /pend|process|hold|authori[sz]|unclear|uncollect|declin|fail|reject|revert|revers|cancel|schedul|\bnot\b|^info$|^pdng$/i

function currencyOf([cell = '']: string[], { lines }: Row['info']): string | null {
  if (cell === '') return null
  const code = readCurrency(cell)
  if (code === null) throw new Unreadable(lines, `“${cell.slice(0, 40)}” isn’t a currency.`)
  return code
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
