import { sql } from 'kysely'
import type { Day } from '#shared/calendar/calendar.ts'
import { withWholePrice } from '#shared/pricing/whole-price.ts'
import { countRows } from '../../runtime/db/count-rows.ts'
import type { Db } from '../../runtime/db/database.ts'
import { pageSize, readBatches } from '../../runtime/db/read-batches.ts'
import type { InvoiceRow } from '../../runtime/db/rows/invoices.ts'
import type { Billed } from '../../shop/invoices/e-invoice.ts'
import { readInvoiceContent } from '../../shop/invoices/issue.ts'
import { isCounted, type Span } from './sum-documents.ts'

export type IssuedDocument = {
  content: Billed
  /** Numbers of the invoices that this one replaces, oldest first. */
  replaces: string[]
  /** Day of issue. `content.date` is the day on which the sale counts. */
  issuedOn: Day
}

/**
 * Yields documents, oldest first. A corrected invoice appears once, by its first day, in its current form.
 */
export async function* documentPages(reader: Db, span: Span): AsyncGenerator<IssuedDocument[]> {
  const start = { ...nothing, issued_at: span.from }
  const pages = readBatches(start, (after) =>
    reader
      .selectFrom('invoices')
      .select(['id', 'order_id', 'issued_at', 'replaces', 'round', 'content'])
      .where(sql<boolean>`(issued_at, id) > (${after.issued_at}, ${after.id})`)
      .where('issued_at', '<', span.to)
      .orderBy('issued_at')
      .orderBy('id')
      .limit(pageSize / 10)
      .execute(),
  )
  for await (const rows of pages) {
    const corrected = await readCorrections(reader, rows)
    yield rows.flatMap((row) => {
      const content = readInvoiceContent(row)
      if (row.replaces !== null || content.kind === 'receipt') return []
      const later = content.kind === 'invoice' ? corrected.get(placeOf(row)) : undefined
      return [later ? inForce(content, later) : { content, replaces: [], issuedOn: content.date }]
    })
  }
}

type Read = Pick<InvoiceRow, 'id' | 'order_id' | 'issued_at' | 'replaces' | 'round' | 'content'>

/** Cursor that sorts before every document. */
const nothing: Read = { id: '', order_id: '', issued_at: '', replaces: null, round: 0, content: '' }

type Correction = Pick<InvoiceRow, 'number' | 'order_id' | 'round' | 'content'>

const placeOf = ({ order_id, round }: Pick<InvoiceRow, 'order_id' | 'round'>) => `${order_id} ${round}`

/** @returns each invoice's corrections, oldest first */
async function readCorrections(
  reader: Db,
  rows: Pick<Read, 'order_id'>[],
): Promise<Map<string, Correction[]>> {
  const corrections = await reader
    .selectFrom('invoices')
    .select(['number', 'order_id', 'round', 'content'])
    .where('order_id', 'in', [...new Set(rows.map(({ order_id }) => order_id))])
    .where('kind', '=', 'invoice')
    .where('replaces', 'is not', null)
    .orderBy('correction')
    .execute()
  return Map.groupBy(corrections, placeOf)
}

/** Keeps the first invoice's supply, day and sums; a correction changes number and buyer. */
function inForce(first: Billed, corrections: Correction[]): IssuedDocument {
  const last = readInvoiceContent(corrections.at(-1) as Correction)
  const { number, buyer, purchaseOrder } = last
  const replaces = [first, ...corrections.slice(0, -1)].map((each) => each.number)
  return { content: { ...first, number, buyer, purchaseOrder }, replaces, issuedOn: last.date }
}

/** An adjustment note changes the price of the whole order, so it has one line. */
export function linesOf(content: Billed) {
  if (content.kind === 'invoice') return content.lines.map(withWholePrice)
  const { total, tax, invoice } = content
  return [{ description: `Adjustment of ${invoice.number}`, qty: 1, unitAmount: total, total, tax }]
}

/** Counts the documents of `documentPages`. */
export function countDocuments(reader: Db, { from, to }: Span): Promise<number> {
  const documents = reader.selectFrom('invoices').where(isCounted)
  return countRows(documents.where('issued_at', '>=', from).where('issued_at', '<', to))
}
