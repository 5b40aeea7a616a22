import { Router } from 'express'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { routes } from '#shared/routes/routes.ts'
import type { AppContext } from '../../context.ts'
import { forgetTokens } from '../../people/link-access/cookie.ts'
import { failedPage } from '../../web/http/failed-page.ts'
import { tokenOpens } from '../../web/http/link-access.ts'
import { parseForm } from '../../web/http/parse-body.ts'
import { privateHeaders } from '../../web/http/private-headers.ts'

/** Split tiers keep separate cookies, so the web tier redirects the form to the API, which redirects back. */
export function createRouter(ctx: Pick<AppContext, 'config' | 'services' | 'log'>): Router {
  const { config, services, log } = ctx
  const router = Router()
  router.post('/', privateHeaders, parseForm, async (req, res) => {
    const id = String(Object(req.body).order)
    await forgetTokens(req, res, config, (token) => tokenOpens(services.order, id, token, req))
    if (config.apiBaseUrl) return res.redirect(307, config.apiBaseUrl + apiRoutes.forgetOrder)
    const site = req.baseUrl === apiRoutes.forgetOrder ? config.siteUrl : ''
    res.redirect(303, site + routes.orderForgotten)
  })
  router.use(failedPage(log))
  return router
}
