import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import type { Response } from 'express'
import { writeDollars } from '#shared/desk/write-dollars.ts'
import { sendStream } from './send-stream.ts'

/** Cents are written as decimals. */
export type Cell = string | number | null | { cents: number }
export type CsvRow = readonly Cell[]

/** Maps a column's name to its cell. Days are in the company's time zone. */
export type Columns<Row> = Readonly<Record<string, (row: Row, timeZone: string) => Cell>>

export function toCells<Row>(columns: Columns<Row>, rows: readonly Row[], timeZone: string): CsvRow[] {
  const cells = Object.values(columns)
  return rows.map((row) => cells.map((cell) => cell(row, timeZone)))
}

export async function* cellsOf<Row>(
  columns: Columns<Row>,
  pages: AsyncIterable<Row[]>,
  timeZone: string,
): AsyncGenerator<CsvRow[]> {
  for await (const rows of pages) yield toCells(columns, rows, timeZone)
}

/**
 * Writes CSV (RFC 4180). An apostrophe keeps spreadsheets from running texts as formulas (OWASP, "CSV
 * Injection").
 */
export function writeCsv(rows: readonly CsvRow[]): string {
  const cells = rows.map((row) => row.map(toText))
  return stringify(cells, { record_delimiter: 'windows', quoted_match: /[\r\n]/ })
}

/** Sends pages as they are read, so memory use stays constant. UTF-8 without a byte order mark. */
export async function sendCsv(
  res: Response,
  { name, columns }: { name: string; columns: readonly string[] },
  pages: AsyncIterable<CsvRow[]>,
): Promise<void> {
  res.type('text/csv; charset=utf-8').set('Content-Disposition', `attachment; filename="${name}"`)
  await sendStream(res, Readable.from(linesOf(columns, pages)))
}

export async function* linesOf(
  columns: readonly string[],
  pages: AsyncIterable<CsvRow[]>,
): AsyncGenerator<string> {
  yield writeCsv([columns])
  for await (const rows of pages) if (rows.length > 0) yield writeCsv(rows)
}

function toText(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  return typeof cell === 'string' ? disarm(cell) : writeDollars(cell.cents)
}

/** Spreadsheets also read full-width signs as formulas. */
const formulaStart = /^'*[=+\-@\uff1d\uff0b\uff0d\uff20\t\r]/

/** If the list separator isn't the comma, a cell may begin inside the text. */
const formulaInside = /([;,\t][^\S\t]*)(?='*[=+\-@\uff1d\uff0b\uff0d\uff20])/g

/** Text with an apostrophe gets another, so that readers remove exactly one. */
function disarm(text: string): string {
  const inside = text.replace(formulaInside, "$1'")
  return formulaStart.test(inside) ? `'${inside}` : inside
}
