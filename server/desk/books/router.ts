import { Readable } from 'node:stream'
import { Router } from 'express'
import { booksCsvQuerySchema, booksQuerySchema } from '#shared/desk/requests.ts'
import type { AppContext } from '../../context.ts'
import { methodNotAllowed } from '../../http/errors.ts'
import { sendStream } from '../../http/send-stream.ts'
import { sendCsv } from '../csv.ts'
import { parseQuery } from '../query.ts'
import { allow } from '../staff.ts'
import { bookDays } from './book-days.ts'
import { sheets } from './csv.ts'
import { viewBooks, writeBooks } from './view-books.ts'

export function createRouter(ctx: AppContext): Router {
  const router = Router()
  const zone = () => ({ timeZone: ctx.library.typed.site.company.timeZone, now: ctx.clock() })
  router.get('/books', allow(ctx, 'books'), async (req, res) => {
    const { basis, figure, limit, ...asked } = parseQuery(booksQuerySchema, req)
    const view = await viewBooks(ctx.database, bookDays(asked, zone()), { basis, figure, limit })
    await sendStream(res.type('json'), Readable.from(writeBooks(view)))
  })
  router.get('/books.csv', allow(ctx, 'books'), async (req, res) => {
    const { kind, ...asked } = parseQuery(booksCsvQuerySchema, req)
    const days = bookDays(asked, zone())
    const { columns, rows } = sheets[kind]
    const name = `${kind}-${days.from}-${days.to}.csv`
    const { accounts } = ctx.library.typed.site.books
    await sendCsv(res, { name, columns }, rows(ctx.database.reports, days, accounts))
  })
  router.all(['/books', '/books.csv'], methodNotAllowed('GET', 'HEAD'))
  return router
}
