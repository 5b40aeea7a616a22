import { type ErrorRequestHandler, Router } from 'express'
import { routes } from '#shared/routes/routes.ts'
import type { AppContext } from '../../context.ts'
import { swapToken } from '../../people/link-access/swap-token.ts'
import type { Log } from '../../runtime/log.ts'
import { tokenOpens } from '../../web/http/link-access.ts'
import { privateHeaders } from '../../web/http/private-headers.ts'

/** Pages that mailed links open. */
const pages = [
  { name: 'order', path: routes.completed, addressOf: routes.completedOrder },
  { name: 'quote', path: routes.quote, addressOf: routes.quoteOf },
] as const

/**
 * Runs before the page of an order or a quote. Keeps the page private and moves the link's token to the
 * cookie.
 */
export function createRouter(ctx: Pick<AppContext, 'config' | 'services' | 'log'>): Router {
  const { config, services, log } = ctx
  const router = Router()
  for (const { name, path, addressOf } of pages) {
    const idOf = ({ query: { [name]: id } }: { query: { [name]?: unknown } }) =>
      typeof id === 'string' ? id : ''
    router.use(
      path,
      privateHeaders,
      swapToken(config, {
        id: idOf,
        opens: (id, token, req) => tokenOpens(services[name], id, token, req),
        address: (req) => addressOf(idOf(req)),
      }),
    )
  }
  router.use(routes.completed, leaveToPage(log))
  return router
}

/** If the look-up of an order fails, the page is rendered and says so. */
function leaveToPage(log: Log): ErrorRequestHandler {
  return (error, req, _res, next) => {
    log.error({ err: error, requestId: req.id }, 'order could not be looked up')
    next()
  }
}
