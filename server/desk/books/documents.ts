import { sql } from 'kysely'
import type { InvoiceContent } from '#shared/invoice.ts'
import type { Db } from '../../db/database.ts'
import { inPages, pageSize } from '../../db/in-pages.ts'
import type { InvoiceRow } from '../../db/rows/invoices.ts'
import { contentOf } from '../../invoices/issue.ts'
import { cashByOrder } from './read-books.ts'
import type { Span } from './sum-documents.ts'

export type Figure = 'g1' | 'g2' | '1a'

/** In cents. On the cash basis these are invoices. Notes have negative amounts. */
export type BookDocument = {
  number: string
  orderId: string
  issuedAt: string
  total: number
  tax: number
}

/** Newest first. */
export async function listBookDocuments(
  reader: Db,
  span: Span,
  { basis, figure }: { basis: 'accrual' | 'cash'; figure: Figure },
): Promise<BookDocument[]> {
  const isBehind = { g1: sql`1 = 1`, g2: sql`taxed = 0`, '1a': sql`tax <> 0` }[figure]
  const sign = sql`case when kind = 'invoice' then 1 else -1 end`
  const source =
    basis === 'cash'
      ? sql`select number, order_id, issued_at, taxed, sales - adjustments as total, tax from (${cashByOrder(span)}) as cash`
      : sql`select number, order_id, issued_at, taxed, total * ${sign} as total, tax * ${sign} as tax from invoices
          where replaces is null and kind in ('invoice', 'adjustment_note')
            and issued_at >= ${span.from} and issued_at < ${span.to}`
  const { rows } = await sql<BookDocument>`
    select number, order_id as "orderId", issued_at as "issuedAt",
      cast(total as integer) as total, cast(tax as integer) as tax from (${source}) as documents
    where ${isBehind} order by issued_at desc, number desc`.execute(reader)
  return rows
}

export type IssuedDocument = Pick<InvoiceRow, 'id' | 'order_id' | 'issued_at' | 'replaces'> & {
  content: BookContent
}

/** A receipt changes no figure. */
export type BookContent = Exclude<InvoiceContent, { kind: 'receipt' }>

/** Oldest first. */
export async function* documentPages(reader: Db, span: Span): AsyncGenerator<IssuedDocument[]> {
  const start = { issued_at: span.from, id: '', order_id: '', replaces: null as string | null, content: '' }
  const pages = inPages(start, (after) =>
    reader
      .selectFrom('invoices')
      .select(['id', 'order_id', 'issued_at', 'replaces', 'content'])
      .where(sql<boolean>`(issued_at, id) > (${after.issued_at}, ${after.id})`)
      .where('issued_at', '<', span.to)
      .orderBy('issued_at')
      .orderBy('id')
      .limit(pageSize / 10)
      .execute(),
  )
  for await (const rows of pages) {
    yield rows.flatMap((row) => {
      const content = contentOf(row)
      return row.replaces !== null || content.kind === 'receipt' ? [] : [{ ...row, content }]
    })
  }
}
