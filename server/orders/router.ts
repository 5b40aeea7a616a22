import { type Request, type RequestHandler, type Response, Router } from 'express'
import { AppError, methodNotAllowed } from '../errors.ts'
import { readInvoicePdf } from '../invoices/issue.ts'
import { scaleQuota } from '../middleware/rate-limit.ts'
import { opensOrder, rememberOrder } from './access.ts'
import { lookUpOrder, type OrdersContext } from './look-up.ts'
import { viewOrder } from './order-view.ts'
import { resend, resendPolicy } from './resend.ts'

/** `/api/orders/:id`, for who has its token. What isn't theirs isn't there. */
export function createRouter(ctx: OrdersContext): Router {
  const { db } = ctx.database
  const resends = scaleQuota(resendPolicy.quota, ctx.config.rateLimitFactor)
  const router = Router()
  router.use(privately)
  router.use('/:id', swapToken(ctx))

  router.get('/:id', async (req, res) => {
    const order = await requireOrder(ctx, req)
    if (order.status === 'pending') res.set('Retry-After', '3')
    res.json(await viewOrder(db, ctx.keyring, order))
  })
  router.get('/:id/invoice.pdf', async (req, res) => {
    const { id } = await requireOrder(ctx, req)
    const invoice = await readInvoicePdf(db, id, 'invoice')
    if (!invoice)
      throw new AppError(404, 'invoice_not_found', 'The invoice is issued when the payment has arrived.')
    sendPdf(res, invoice)
  })
  router.post('/:id/resend', async (req, res) => {
    await resend(ctx, (await requireOrder(ctx, req)).id, resends)
    res.status(202).json({ status: 'queued' })
  })

  router.all(['/:id', '/:id/invoice.pdf'], methodNotAllowed('GET', 'HEAD'))
  router.all('/:id/resend', methodNotAllowed('POST'))
  return router
}

const privately: RequestHandler = (_req, res, next) => {
  res.set({
    'Cache-Control': 'private, no-store',
    'Referrer-Policy': 'no-referrer',
    'X-Robots-Tag': 'noindex',
  })
  next()
}

/** A token in an address would stay in histories and logs: it becomes the cookie, and the address loses it. */
function swapToken(ctx: OrdersContext): RequestHandler<{ id: string }> {
  return (req, res, next) => {
    const { token } = req.query
    if (req.method !== 'GET' || typeof token !== 'string') return next()
    if (!opensOrder(ctx.keyring, req.params.id, token)) throw notFound()
    rememberOrder(req as Request, res, ctx.config, token)
    res.redirect(303, req.originalUrl.replace(/\?.*$/, ''))
  }
}

async function requireOrder(ctx: OrdersContext, req: Request) {
  const order = await lookUpOrder(ctx, req, String(req.params['id']))
  if (!order) throw notFound()
  return order
}

function notFound(): AppError {
  return new AppError(404, 'order_not_found', 'There is no such order, or this link doesn’t open it.')
}

function sendPdf(res: Response, { number, pdf }: { number: string; pdf: Uint8Array }): void {
  res
    .type('application/pdf')
    .set('Content-Disposition', `inline; filename="${number}.pdf"`)
    .send(Buffer.from(pdf))
}
