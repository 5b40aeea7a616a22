import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { ZipFile } from 'yazl'
import type { Database, Db } from '../../runtime/db/database.ts'
import { readBatches } from '../../runtime/db/read-batches.ts'
import { readDocumentPdf } from '../../shop/invoices/issue.ts'
import { linesOf } from '../../web/http/csv.ts'
import type { Accounts } from './accounting-programs.ts'
import { type BookDays, spanOf } from './book-days.ts'
import { sheets } from './csv.ts'
import type { Span } from './sum-documents.ts'

export function zipName({ from, to }: Pick<BookDays, 'from' | 'to'>): string {
  return `documents-${from}-${to}.zip`
}

/**
 * Every document of these days as issued, including replaced ones and receipts, and the sheet of documents.
 * Reads one document at a time, no faster than the client.
 */
export function zipDocuments(
  database: Pick<Database, 'reports' | 'engine'>,
  { days, accounts, now }: { days: BookDays; accounts: Accounts; now: Date },
): Readable {
  const reader = database.reports
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  const fail = (error: Error) => output.destroy(error)
  /** @returns a promise that resolves when this file is about to be written */
  const add = (name: string, compress: boolean, read: () => AsyncIterable<string | Uint8Array>) =>
    new Promise<void>((resolve) => {
      output.once('close', resolve)
      zip.addReadStreamLazy(name, { mtime: now, compress }, (done) => {
        output.off('close', resolve)
        resolve()
        done(null, Readable.from(read()).on('error', fail))
      })
    })
  const addFiles = async () => {
    const { columns, rows } = sheets.documents
    await add('documents.csv', true, () => linesOf(columns, rows(database, days, accounts)))
    for await (const documents of issuedPages(reader, spanOf(days))) {
      for (const { order_id, number } of documents) {
        if (output.destroyed) return
        // PDF content is compressed already.
        await add(`${number}.pdf`, false, async function* read() {
          const found = await readDocumentPdf(reader, order_id, number)
          if (found) yield found.pdf
        })
      }
    }
    zip.end()
  }
  addFiles().catch(fail)
  return output
}

const pageSize = 500

function issuedPages(reader: Db, { from, to }: Span) {
  return readBatches({ id: '', order_id: '', number: '', issued_at: from }, ({ issued_at, id }) =>
    reader
      .selectFrom('invoices')
      .select(['id', 'order_id', 'number', 'issued_at'])
      .where(sql<boolean>`(issued_at, id) > (${issued_at}, ${id})`)
      .where('issued_at', '<', to)
      .orderBy('issued_at')
      .orderBy('id')
      .limit(pageSize)
      .execute(),
  )
}
