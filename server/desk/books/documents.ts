import { sql } from 'kysely'
import type { InvoiceContent } from '#shared/invoice.ts'
import type { Db } from '../../db/database.ts'
import { inPages, pageSize } from '../../db/in-pages.ts'
import type { InvoiceRow } from '../../db/rows/invoices.ts'
import { contentOf } from '../../invoices/issue.ts'
import type { Span } from './sum-documents.ts'

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
