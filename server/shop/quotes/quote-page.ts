import { Router } from 'express'
import { routes } from '#shared/routes/routes.ts'
import type { AppContext } from '../../context.ts'
import { swapToken } from '../../people/link-access/swap-token.ts'
import { accessOf } from '../../web/http/link-access.ts'
import { privateHeaders } from '../../web/http/private-headers.ts'

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
