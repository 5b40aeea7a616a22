import { type ErrorRequestHandler, Router } from 'express'
import { routes } from '#shared/routes/routes.ts'
import type { AppContext } from '../../context.ts'
import { swapToken } from '../../people/link-access/swap-token.ts'
import type { Log } from '../../runtime/log.ts'
import { privateHeaders } from '../../web/http/private-headers.ts'
import { tokenOpens } from './token-opens.ts'

/** Runs before an order's page. It keeps the page private and moves a mailed link's token into the cookie. */
export function createRouter({
  config,
  services,
  log,
}: Pick<AppContext, 'config' | 'services' | 'log'>): Router {
  const router = Router()
  const orderId = ({ query: { order } }: { query: { order?: unknown } }) =>
    typeof order === 'string' ? order : ''
  router.use(
    routes.completed,
    privateHeaders,
    swapToken(config, {
      id: orderId,
      opens: (id, token, req) => tokenOpens(services, req, id, token),
      address: (req) => routes.completedOrder(orderId(req)),
    }),
    leaveToPage(log),
  )
  return router
}

/** A failed look-up still renders the page, which tells the visitor. */
function leaveToPage(log: Log): ErrorRequestHandler {
  return (error, req, _res, next) => {
    log.error({ err: error, requestId: req.id }, 'order could not be looked up')
    next()
  }
}
