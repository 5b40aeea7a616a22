import { sql } from 'kysely'
import {
  type BookBasis,
  type BookFigure,
  type BooksAnswer,
  bookFigureSchema,
} from '#shared/desk/books-answers.ts'
import type { InvoiceContent } from '#shared/invoice.ts'
import type { Db } from '../../db/database.ts'
import { inPages, pageSize } from '../../db/in-pages.ts'
import type { InvoiceRow } from '../../db/rows/invoices.ts'
import { contentOf } from '../../invoices/issue.ts'
import { cashByOrder } from './read-books.ts'
import type { Span } from './sum-documents.ts'

/** In cents. On the cash basis these are invoices. Notes have negative amounts. */
export type BookDocument = {
  number: string
  orderId: string
  issuedAt: string
  total: number
  tax: number
}

const isBehind: Record<BookFigure, ReturnType<typeof sql>> = {
  g1: sql`1 = 1`,
  g2: sql`taxed = 0`,
  '1a': sql`tax <> 0`,
}

/** Newest first. @param limit absent for all */
export async function listBookDocuments(
  reader: Db,
  span: Span,
  { basis, figure, limit }: { basis: BookBasis; figure: BookFigure; limit?: number | undefined },
): Promise<BookDocument[]> {
  const end = limit === undefined ? sql`` : sql`limit ${limit}`
  const { rows } = await sql<BookDocument>`
    select number, order_id as "orderId", issued_at as "issuedAt",
      cast(total as integer) as total, cast(tax as integer) as tax from (${documentsOf(span, basis)}) as documents
    where ${isBehind[figure]} order by issued_at desc, number desc ${end}`.execute(reader)
  return rows
}

export async function sumBookDocuments(
  reader: Db,
  span: Span,
  basis: BookBasis,
): Promise<BooksAnswer['behind']> {
  const sums = bookFigureSchema.options.map(
    (figure) => sql`
      select ${figure} as figure, cast(count(*) as integer) as documents,
        cast(coalesce(sum(total), 0) as integer) as total, cast(coalesce(sum(tax), 0) as integer) as tax
      from documents where ${isBehind[figure]}`,
  )
  const { rows } = await sql<{ figure: BookFigure; documents: number; total: number; tax: number }>`
    with documents as (${documentsOf(span, basis)}) ${sql.join(sums, sql` union all `)}`.execute(reader)
  return Object.fromEntries(rows.map(({ figure, ...sum }) => [figure, sum])) as BooksAnswer['behind']
}

function documentsOf(span: Span, basis: BookBasis) {
  if (basis === 'cash') {
    return sql`select number, order_id, issued_at, taxed, sales - adjustments as total, tax from (${cashByOrder(span)}) as cash`
  }
  const sign = sql`case when kind = 'invoice' then 1 else -1 end`
  return sql`select number, order_id, issued_at, taxed, total * ${sign} as total, tax * ${sign} as tax from invoices
    where replaces is null and kind in ('invoice', 'adjustment_note')
      and issued_at >= ${span.from} and issued_at < ${span.to}`
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
