import { Router } from 'express'
import { apiRoutes } from '#shared/api-routes.ts'
import type { AppContext, ShopContext } from '../context.ts'
import { methodNotAllowed } from '../http/errors.ts'
import { privateHeaders } from '../http/private-headers.ts'
import { readIdempotencyKey } from '../idempotency/keys.ts'
import { sendPdf } from '../invoices/send-pdf.ts'
import { rememberToken } from '../link-access/cookie.ts'
import { makeQuote } from './make-quote.ts'
import { lookUpQuote, quoteNotFound, viewQuote } from './quotes.ts'

export function createRouter(ctx: ShopContext & Pick<AppContext, 'verifier' | 'rateLimits'>): Router {
  const router = Router()
  router.use(privateHeaders)
  router.post('/', async (req, res) => {
    const key = readIdempotencyKey(req.get('idempotency-key'))
    const countOrder = () => ctx.rateLimits.newOrdersAndQuotes.take(req, res)
    const row = await makeQuote(ctx, { key, body: req.body, remoteIp: req.ip, countOrder })
    const made = await viewQuote(ctx, row)
    rememberToken(req, res, ctx.config, made.accessToken)
    res.status(201).set('Location', apiRoutes.quote(row.id)).json(made)
  })
  router.get('/:id', async (req, res) => {
    res.json((await viewQuote(ctx, await requireQuote(ctx, req))).quote)
  })
  router.get('/:id/quote.pdf', async (req, res) => {
    sendPdf(res, await requireQuote(ctx, req))
  })
  router.all('/', methodNotAllowed('POST'))
  router.all(['/:id', '/:id/quote.pdf'], methodNotAllowed('GET', 'HEAD'))
  return router
}

async function requireQuote(
  ctx: ShopContext,
  { headers, params }: { headers: object; params: { id: string } },
) {
  const quote = await lookUpQuote(ctx, headers, params.id)
  if (!quote) throw quoteNotFound()
  return quote
}
