import { Readable } from 'node:stream'
import type { Response } from 'express'
import { ZipFile } from 'yazl'
import type { bookKinds } from '#shared/desk/requests/books.ts'
import type { Database } from '../../runtime/db/database.ts'
import { type CsvRow, linesOf, sendCsv } from '../../web/http/csv.ts'
import { sendStream } from '../../web/http/send-stream.ts'
import type { Accounts } from './accounting-programs.ts'
import { type BookDays, spanOf } from './book-days.ts'
import { sheets } from './csv.ts'
import { countDocuments } from './documents.ts'

export type BookFile = { name: string; columns: readonly string[]; rows: AsyncGenerator<CsvRow[]> }

/** Makes one file, or as many as the program's limit requires. Read them one after the other. */
export async function bookFiles(
  database: Pick<Database, 'reports' | 'engine'>,
  { kind, days, accounts }: { kind: (typeof bookKinds)[number]; days: BookDays; accounts: Accounts },
  perFile = sheets[kind].perFile,
): Promise<BookFile[]> {
  const { columns, rows, documents } = sheets[kind]
  const name = `${kind}-${days.from}-${days.to}`
  const count =
    perFile && documents ? Math.ceil((await countDocuments(database.reports, spanOf(days))) / perFile) : 1
  if (!perFile || !documents || count <= 1)
    return [{ name: `${name}.csv`, columns, rows: rows(database, days, accounts) }]
  const each = oneByOne(documents(database.reports, days, accounts))
  return Array.from({ length: count }, (_, index) => ({
    name: `${name}-${String(index + 1).padStart(String(count).length, '0')}.csv`,
    columns,
    // The last file takes documents issued after the count.
    rows: part(each, index === count - 1 ? Number.POSITIVE_INFINITY : perFile),
  }))
}

/** Sends several files as one ZIP. */
export async function sendBookFiles(res: Response, files: BookFile[]): Promise<void> {
  const [first, ...others] = files
  if (first && others.length === 0) return sendCsv(res, first, first.rows)
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  for (const { name, columns, rows } of files) {
    zip.addReadStreamLazy(name, (done) =>
      done(
        null,
        Readable.from(linesOf(columns, rows)).on('error', (error) => output.destroy(error)),
      ),
    )
  }
  zip.end()
  const name = first?.name.replace(/-\d+\.csv$/, '.zip')
  res.type('application/zip').set('Content-Disposition', `attachment; filename="${name}"`)
  await sendStream(res, output)
}

/** Yields the rows of each document. */
async function* oneByOne(pages: AsyncGenerator<CsvRow[][]>): AsyncGenerator<CsvRow[]> {
  for await (const page of pages) yield* page
}

/** Yields up to `most` documents and leaves the rest to the next call. */
async function* part(documents: AsyncGenerator<CsvRow[]>, most: number): AsyncGenerator<CsvRow[]> {
  for (let left = most; left > 0; left--) {
    const { done, value } = await documents.next()
    if (done) return
    yield value
  }
}
