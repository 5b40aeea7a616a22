import { Router } from 'express'
import { orderListQuerySchema } from '#shared/desk/requests.ts'
import type { AppContext } from '../../context.ts'
import { AppError, methodNotAllowed } from '../../http/errors.ts'
import { readDocumentPdf } from '../../invoices/issue.ts'
import { sendPdf } from '../../orders/send-pdf.ts'
import { cursorOf, parseQuery } from '../query.ts'
import { allow } from '../staff.ts'
import { listOrdersPage } from './list-orders.ts'
import { findDeskOrder, viewDeskOrder, viewOrderRows } from './view-order.ts'

/** `/api/desk/orders` */
export function createRouter(ctx: AppContext): Router {
  const { database } = ctx
  const router = Router()
  router.get('/', allow(ctx, 'orders.read'), async (req, res) => {
    const { after, limit, ...filter } = parseQuery(orderListQuerySchema, req)
    const { timeZone } = ctx.library.typed.site.company
    const page = { after: cursorOf({ after }), limit }
    const { rows, next } = await listOrdersPage(database, { ...filter, timeZone }, page)
    res.json({ orders: await viewOrderRows(database, rows), next })
  })
  router.get('/:id', allow(ctx, 'orders.read'), async (req, res) => {
    res.json(await viewDeskOrder(ctx, await findDeskOrder(database.db, String(req.params.id))))
  })
  router.get('/:id/documents/:number.pdf', allow(ctx, 'orders.read'), async (req, res) => {
    const { id } = await findDeskOrder(database.db, String(req.params.id))
    const number = String(req.params.number)
    const document = /^[\w-]{1,40}$/.test(number) ? await readDocumentPdf(database.db, id, number) : null
    if (!document) throw new AppError(404, 'document_not_found', 'There is no such document.')
    sendPdf(res, document)
  })
  router.all(['/', '/:id', '/:id/documents/:number.pdf'], methodNotAllowed('GET', 'HEAD'))
  return router
}
