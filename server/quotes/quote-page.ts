import { Router } from 'express'
import { routes } from '#shared/routes.ts'
import type { AppContext } from '../context.ts'
import { privateHeaders } from '../http/private-headers.ts'
import { accessOf } from '../link-access/access.ts'
import { swapToken } from '../link-access/swap-token.ts'

/** Moves the link's token into a cookie before the page renders. */
export function createRouter({ config, services }: Pick<AppContext, 'config' | 'services'>): Router {
  const router = Router()
  const quoteId = ({ query: { quote } }: { query: { quote?: unknown } }) =>
    typeof quote === 'string' ? quote : ''
  router.use(
    routes.quote,
    privateHeaders,
    swapToken(config, {
      id: quoteId,
      opens: async (id, token, req) =>
        (await services.quote(id, { ...accessOf(req), authorization: `Bearer ${token}` })) !== null,
      address: (req) => routes.quoteOf(quoteId(req)),
    }),
  )
  return router
}
