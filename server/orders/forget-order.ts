import { Router } from 'express'
import { apiRoutes, routes } from '#shared/routes.ts'
import type { AppContext } from '../context.ts'
import { parseForm } from '../middleware/parse-body.ts'
import { forgetTokens, tokenOpens } from './access.ts'
import { privately } from './privately.ts'

/**
 * The form by which a device forgets an order: its token leaves the cookie. Where web and API tiers are split, each has a
 * cookie of its own, so the web tier sends the browser with the same form to the API, which sends it back to the site.
 */
export function createRouter({ config, services }: Pick<AppContext, 'config' | 'services'>): Router {
  const router = Router()
  router.post('/', privately, parseForm, async (req, res) => {
    const { order } = Object(req.body) as { order?: unknown }
    await forgetTokens(req, res, config, (token) => tokenOpens(services, req, String(order), token))
    if (config.apiBaseUrl) return res.redirect(307, config.apiBaseUrl + apiRoutes.forgetOrder)
    const site = req.baseUrl === apiRoutes.forgetOrder ? config.siteUrl : ''
    res.redirect(303, site + routes.orderForgotten)
  })
  return router
}
