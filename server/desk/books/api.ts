import { booksSchema } from '#shared/desk/books-answers.ts'
import { booksCsvQuerySchema, booksQuerySchema, booksZipQuerySchema } from '#shared/desk/requests/books.ts'
import { deskApiRoutes } from '#shared/routes/desk-routes.ts'
import type { ShopContext } from '../../context.ts'
import { sendStream } from '../../web/http/send-stream.ts'
import { textOf } from '../../web/openapi/description.ts'
import { file, read } from '../endpoints.ts'
import { bookDays } from './book-days.ts'
import { bookFiles, sendBookFiles } from './split-files.ts'
import { viewBooks, writeBooks } from './view-books.ts'
import { zipDocuments, zipName } from './zip-documents.ts'

export const booksApi = [
  read(deskApiRoutes.books, {
    who: 'books',
    summary: 'Figures of the Business Activity Statement',
    description: 'In cents, by documents as issued; this quarter without days, ten years at most.',
    input: booksQuerySchema,
    answer: booksSchema,
    run: ({ ctx }, { basis, figure, limit, ...asked }) =>
      viewBooks(ctx.database, bookDays(asked, zoneOf(ctx)), { basis, figure, limit }),
    write: writeBooks,
  }),
  file(deskApiRoutes.booksCsv, {
    who: 'books',
    summary: 'Documents, lines, payments or adjustments as CSV, or for Xero, MYOB or QuickBooks Online',
    description:
      'Amounts of payments come to the total on the cash basis: refunds are rows, and so is what doesn’t count yet. A ZIP of several files where the program takes no more invoices at once.',
    input: booksCsvQuerySchema,
    says: 'A line for each.',
    content: textOf('text/csv', 'application/zip'),
    async send({ ctx }, { kind, ...asked }, res) {
      const days = bookDays(asked, zoneOf(ctx))
      const { accounts } = ctx.library.typed.site.books
      await sendBookFiles(res, await bookFiles(ctx.database, { kind, days, accounts }))
    },
  }),
  file(deskApiRoutes.booksZip, {
    who: 'books',
    summary: 'Every document of these days as a PDF, and the sheet of documents, as a ZIP',
    description: 'This quarter without days.',
    input: booksZipQuerySchema,
    says: 'The ZIP.',
    content: textOf('application/zip'),
    async send({ ctx }, asked, res) {
      const zone = zoneOf(ctx)
      const days = bookDays(asked, zone)
      const { accounts } = ctx.library.typed.site.books
      res.type('application/zip').set('Content-Disposition', `attachment; filename="${zipName(days)}"`)
      await sendStream(res, zipDocuments(ctx.database, { days, accounts, now: zone.now }))
    },
  }),
]

function zoneOf({ library, clock }: ShopContext) {
  return { timeZone: library.typed.site.company.timeZone, now: clock() }
}
