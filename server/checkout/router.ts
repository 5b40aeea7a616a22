import { Router } from 'express'
import { apiRoutes } from '#shared/api-routes.ts'
import type { AppContext, ShopContext } from '../context.ts'
import { methodNotAllowed } from '../http/errors.ts'
import { readIdempotencyKey } from '../idempotency/keys.ts'
import { countUnknownKey } from '../licensing/activation-rate.ts'
import { rememberToken } from '../link-access/cookie.ts'
import { checkOut } from './check-out.ts'

export function createRouter(ctx: ShopContext & Pick<AppContext, 'verifier' | 'rateLimits'>): Router {
  const router = Router()
  router.post('/', async (req, res) => {
    const key = readIdempotencyKey(req.get('idempotency-key'))
    if ('licence' in Object(req.body)) await ctx.rateLimits.unknownKeys.requireLeft(req)
    const countOrder = () => ctx.rateLimits.newOrdersAndQuotes.take(req, res)
    const placed = await checkOut(ctx, { key, body: req.body, remoteIp: req.ip, countOrder })
    rememberToken(req, res, ctx.config, placed.accessToken)
    res
      .status(201)
      .set({ Location: apiRoutes.order(placed.order.id), 'Cache-Control': 'private, no-store' })
      .json(placed)
  })
  router.all('/', methodNotAllowed('POST'))
  router.use(countUnknownKey(ctx))
  return router
}
