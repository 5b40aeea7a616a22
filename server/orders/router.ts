import { type ErrorRequestHandler, type Request, Router } from 'express'
import type { ShopContext } from '../context.ts'
import { AppError, methodNotAllowed } from '../http/errors.ts'
import { privateHeaders } from '../http/private-headers.ts'
import { retryAfterHeader } from '../http/retry-after.ts'
import { readDocumentPdf, readInvoicePdf } from '../invoices/issue.ts'
import { sendPdf } from '../invoices/send-pdf.ts'
import { swapToken } from '../link-access/swap-token.ts'
import { findOpened, lookUpOrder } from './look-up.ts'
import { orderActs } from './order-acts.ts'
import { orderNotOpened } from './order-not-found.ts'
import { viewOrder } from './order-view.ts'

/** Serves `/api/orders/:id`. An order without the right token answers 404, as if it didn't exist. */
export function createRouter(ctx: ShopContext): Router {
  const { db } = ctx.database
  const acts = orderActs(ctx)
  const router = Router()
  router.use(privateHeaders)
  router.use(
    '/:id',
    swapToken<{ id: string }>(ctx.config, {
      id: (req) => req.params.id,
      opens: async (id, token) => (await findOpened(ctx, id, [token])) !== null,
      address: (req) => req.originalUrl.split('?', 1)[0] as string,
      onRefused: () => {
        throw orderNotOpened()
      },
    }),
  )

  router.get('/:id', async (req, res) => {
    const order = await viewOrder(ctx, await requireOrder(ctx, req))
    if (order.status === 'pending') res.set(retryAfterHeader('order_pending'))
    res.json(order)
  })
  router.get('/:id/invoice.pdf', async (req, res) => {
    const { id } = await requireOrder(ctx, req)
    const invoice = await readInvoicePdf(db, id, 'invoice')
    if (!invoice)
      throw new AppError(404, 'invoice_not_found', 'The invoice is issued when the payment has arrived.')
    sendPdf(res, invoice)
  })
  router.get('/:id/adjustment-notes/:refunded.pdf', async (req, res) => {
    const { id } = await requireOrder(ctx, req)
    const { refunded } = req.params
    // PostgreSQL would reject a larger integer.
    const note = /^\d{1,9}$/.test(refunded)
      ? await readInvoicePdf(db, id, 'adjustment_note', Number(refunded))
      : null
    if (!note) throw new AppError(404, 'adjustment_note_not_found', 'There is no such adjustment note.')
    sendPdf(res, note)
  })
  router.get('/:id/documents/:number.pdf', async (req, res) => {
    const { id } = await requireOrder(ctx, req)
    const { number } = req.params
    const document = /^[\w-]{1,40}$/.test(number) ? await readDocumentPdf(db, id, number) : null
    if (!document) throw new AppError(404, 'document_not_found', 'There is no such document.')
    sendPdf(res, document)
  })
  router.post('/:id/pay', async (req, res) => {
    res.json({ payment: await acts.pay(await requireOrder(ctx, req)) })
  })
  router.post('/:id/cancel', async (req, res) => {
    const cancelled = await acts.cancel(await requireOrder(ctx, req))
    res.json({ order: await viewOrder(ctx, cancelled) })
  })
  router.post('/:id/resend', async (req, res) => {
    await acts.resend(await requireOrder(ctx, req))
    res.status(202).json({ status: 'queued' })
  })

  router.all(
    ['/:id', '/:id/invoice.pdf', '/:id/adjustment-notes/:refunded.pdf', '/:id/documents/:number.pdf'],
    methodNotAllowed('GET', 'HEAD'),
  )
  router.all(['/:id/pay', '/:id/cancel', '/:id/resend'], methodNotAllowed('POST'))
  router.use(unreadableIsUnknown)
  return router
}

async function requireOrder(ctx: ShopContext, req: Request) {
  const order = await lookUpOrder(ctx, req.headers, String(req.params.id))
  if (!order) throw orderNotOpened()
  return order
}

const unreadableIsUnknown: ErrorRequestHandler = (error, _req, _res, next) =>
  next(error instanceof URIError ? orderNotOpened() : error)
