import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { stringify } from 'csv-stringify/sync'
import type { Response } from 'express'

/** Amounts stand in cents and are written as decimals. */
export type Cell = string | number | null | { cents: number }
export type CsvRow = readonly Cell[]

/**
 * Rows as lines of CSV (RFC 4180). Texts that a spreadsheet would take for a formula get an apostrophe before them
 * (OWASP, "CSV Injection"); amounts stay numbers.
 */
export function writeCsv(rows: readonly CsvRow[]): string {
  const cells = rows.map((row) => row.map(toText))
  return stringify(cells, { record_delimiter: 'windows', quoted_match: /[\r\n]/ })
}

/** Sends CSV as it is read, so memory doesn't grow with its length. UTF-8 without a byte order mark. */
export async function sendCsv(
  res: Response,
  { name, columns }: { name: string; columns: readonly string[] },
  pages: AsyncIterable<CsvRow[]>,
): Promise<void> {
  res.type('text/csv; charset=utf-8').set('Content-Disposition', `attachment; filename="${name}"`)
  // Whoever downloads may leave in the middle.
  await pipeline(Readable.from(linesOf(columns, pages)), res).catch((error) => {
    if (!res.destroyed) throw error
  })
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
  return typeof cell === 'string' ? disarm(cell) : decimal(cell.cents)
}

/** A text that has the apostrophe already gets another, so reading takes off exactly one. */
function disarm(text: string): string {
  return /^'*[=+\-@\t\r]/.test(text) ? `'${text}` : text
}

/** 22950 → "229.50", without a binary fraction in between. */
function decimal(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0')
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
