import { CsvError, parse } from 'csv-parse/sync'
import type { Decisions } from '#shared/desk/statement-decisions.ts'
import { isAmount, looksLikeMoney } from './amounts.ts'
import { isDay } from './days.ts'
import { advice } from './decode.ts'
import type { Table } from './guess-columns.ts'
import { mostOfRow, requireModestCsv, tooLong } from './limits.ts'
import { tidyText, Unreadable, type UnreadRow } from './lines.ts'
import { nameOf } from './names.ts'
import type { Row } from './read-rows.ts'

/** A header is a first row without days or amounts. */
const isHeader = (cells: string[]) => !cells.some((cell) => isDay(cell) || isAmount(cell))

export type Shape = Pick<Decisions, 'delimiter' | 'header'>

/**
 * @property title text above the table
 * @property above rows of an earlier table, whose header named fewer columns
 * @property told what the file alone says, without a person's choices
 */
export type Parsed = {
  table: Table
  body: Row[]
  title: string
  above: UnreadRow[]
  line: number
  shape: Shape
  told: Shape
}

/** Finds the delimiter and the header. @throws Unreadable for a broken line, or a file without rows */
export function parseTable(text: string, said: Partial<Shape>): Parsed {
  const told = findHeader(text, delimiters) ?? guessDelimiter(text)
  const delimiter = said.delimiter ?? told.delimiter
  const found = delimiter === told.delimiter ? told : (findHeader(text, [delimiter]) ?? untitled)
  const { title, from, above } = said.header === 'no' ? untitled : found
  const rows = parseRows(text, signs[delimiter], from)
  const [first] = rows
  if (!first) throw new Unreadable(1, 'The file is empty.')
  const own = isHeader(first.cells) ? 'yes' : 'no'
  const shape = { delimiter, header: said.header ?? own } as const
  const header = shape.header === 'yes' ? first.cells : null
  const body = header ? rows.slice(1) : rows
  if (body.length === 0 && !namesColumns(first.cells))
    throw new Unreadable(1, 'The file has no lines below its header.')
  const table = { header, rows: body.map(({ cells }) => cells) }
  if (table.rows.length > 0 && table.rows.every(({ length }) => length === 1))
    throw new Unreadable(first.line, noTable)
  const { line } = first
  return { table, body, title, above, line, shape, told: { delimiter: told.delimiter, header: own } }
}

const noTable = `These rows are one cell each, and a statement needs a date and an amount. ${advice}`

function parseRows(text: string, delimiter: string, from: number): Row[] {
  requireModestCsv(text, delimiter)
  try {
    // Line breaks within quotes stay in one record, and lines count as in an editor.
    const records = parse(text.replaceAll('\r\n', '\n'), {
      bom: true,
      delimiter,
      from_line: from,
      info: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      ltrim: true,
      max_record_size: mostOfRow,
    }) as unknown as { record: string[]; info: { lines: number } }[]
    return records.map(({ record, info }) => {
      requireClosedQuotes(record, info.lines)
      const breaks = record.join('').split('\n').length - 1
      return { line: info.lines - breaks, cells: record.map(tidyCell) }
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const isLong = error.code === 'CSV_MAX_RECORD_SIZE'
    const problem = isLong ? tooLong : 'This is no CSV: a quote is missing or out of place.'
    throw new Unreadable(Number(error.lines ?? 1), problem)
  }
}

/** Some banks add spaces after a closing quote, or protect a cell from Excel: ="25/11/2026". */
function tidyCell(cell: string): string {
  return cell.trim().replace(/^=?"([^"]*)"$/, '$1')
}

/** Banks leave quotes unescaped in texts, but an unclosed quote would swallow later lines. */
function requireClosedQuotes(record: string[], line: number): void {
  const open = record.find((cell) => cell.startsWith('"') && cell.includes('\n'))
  if (open === undefined) return
  throw new Unreadable(line - open.split('\n').length + 1, 'A quote is missing or out of place.')
}

type Delimiter = Decisions['delimiter']

const signs: Record<Delimiter, string> = { comma: ',', semicolon: ';', tab: '\t', pipe: '|' }
const delimiters = Object.keys(signs) as Delimiter[]
const mostAboveHeader = 25

type Start = { delimiter: Delimiter; from: number; title: string; above: UnreadRow[] }

const untitled: Pick<Start, 'from' | 'title' | 'above'> = { from: 1, title: '', above: [] }

/**
 * Finds the header below an account and a period that some banks write above it.
 * @returns its line, from 1
 */
function findHeader(text: string, delimiters: Delimiter[]): Start | null {
  const lines = text.slice(0, 10_000).split(/\r?\n|\r/, mostAboveHeader)
  const found = lines.flatMap((line, index) =>
    delimiters.flatMap((delimiter) => {
      const cells = cellsIn(line, signs[delimiter])
      const named = cells.filter((cell) => nameOf(cell) !== null).length
      return namesColumns(cells) ? [{ delimiter, from: index + 1, named }] : []
    }),
  )
  const [best] = found.toSorted((a, b) => b.named - a.named)
  if (!best) return null
  const titles = lines.slice(0, best.from - 1)
  const above = titles.flatMap((line, index) => {
    const cells = cellsIn(line, signs[best.delimiter])
    const isRow = cells.some(isDay) && cells.some((cell) => looksLikeMoney(cell) && !isDay(cell))
    return isRow ? [{ line: index + 1, text: tidyText(cells.join(' ')), reason: aboveHeader }] : []
  })
  return { ...best, title: titles.join('\n'), above }
}

const aboveHeader = 'This row stands above the header.'

const cellsIn = (line: string, delimiter: string) =>
  line.split(delimiter).map((cell) => cell.trim().replace(/^\uFEFF?"?|"$/g, ''))

function namesColumns(cells: string[]): boolean {
  const names = cells.map(nameOf)
  const has = (...some: ReturnType<typeof nameOf>[]) => names.some((name) => some.includes(name))
  return isHeader(cells) && has('date') && has('amount', 'debit', 'credit')
}

/** Picks the delimiter that gives days and amounts in most of the first lines, or else most cells. */
function guessDelimiter(text: string): Start {
  const lines = text.slice(0, 5000).split(/\r?\n|\r/, 20)
  const judged = delimiters.map((delimiter) => {
    const rows = lines.map((line) => line.split(signs[delimiter]).map((cell) => cell.replaceAll('"', '')))
    return {
      delimiter,
      read: rows.filter((row) => row.some(isDay) && row.some(isAmount)).length,
      cells: rows.flat().length,
    }
  })
  const [best] = judged.toSorted((a, b) => b.read - a.read || b.cells - a.cells)
  return { ...untitled, delimiter: best?.delimiter ?? 'comma' }
}
