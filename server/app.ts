import type { RequestListener } from 'node:http'
import compression from 'compression'
import express, { type Express, type Request, type RequestHandler, type Response } from 'express'
import { apiMounts, apiRoutes } from '#shared/api-routes.ts'
import { deskApiRoutes, deskRoutes } from '#shared/desk-routes.ts'
import { routes } from '#shared/routes.ts'
import { checkoutApi } from './checkout/api.ts'
import { contactApi } from './contact/api.ts'
import * as contact from './contact/form-router.ts'
import * as content from './content/router.ts'
import type { AppContext } from './context.ts'
import { createDesk, type Desk } from './desk/desk.ts'
import * as deskForms from './desk/form-router.ts'
import * as deskApi from './desk/router.ts'
import * as deskStatement from './desk/statement/router.ts'
import * as feeds from './feeds/api.ts'
import * as health from './health/api.ts'
import { helpApi } from './help/api.ts'
import { notFound, problemHandler } from './http/errors.ts'
import { parseJsonBody } from './http/parse-body.ts'
import { activationApi, licencesApi } from './licensing/api.ts'
import * as activationForms from './licensing/form-router.ts'
import * as reminders from './licensing/reminders/router.ts'
import * as metrics from './metrics/api.ts'
import { canonicalOrigin } from './middleware/canonical-origin.ts'
import { canonicalPath } from './middleware/canonical-path.ts'
import { connectionClose } from './middleware/connection-close.ts'
import { crossOrigin } from './middleware/cross-origin.ts'
import { limitRefusals } from './middleware/rate-limit.ts'
import { createRequestLog, requestId } from './middleware/request-log.ts'
import { sameOrigin } from './middleware/same-origin.ts'
import { securityHeaders } from './middleware/security-headers.ts'
import { staticFiles } from './middleware/static-files.ts'
import { warnOfUntrustedProxy } from './middleware/untrusted-proxy.ts'
import { openapiApi } from './openapi/api.ts'
import { ordersApi } from './orders/api.ts'
import * as forgetOrder from './orders/forget-order.ts'
import * as orderForms from './orders/form-router.ts'
import { unreadableIsUnknown } from './orders/order-not-found.ts'
import * as orderPage from './orders/order-page.ts'
import { createPageHandler, type PageHandler } from './pages/handler.ts'
import { createPageStore } from './pages/page-store.ts'
import * as pages from './pages/router.ts'
import * as payments from './payments/api.ts'
import { pricingApi } from './pricing/api.ts'
import { quotesApi } from './quotes/api.ts'
import * as quotePage from './quotes/quote-page.ts'
import { releasesApi } from './releases/api.ts'
import { createApi } from './web/endpoint.ts'
import { yourLicencesApi } from './your-licences/api.ts'
import * as licencesForms from './your-licences/form-router.ts'

/** After the API's own parser. */
const endpoints = [
  ...[...pricingApi, ...checkoutApi, ...ordersApi, ...quotesApi, ...licencesApi, ...yourLicencesApi],
  ...[...contactApi, ...helpApi, ...releasesApi, ...openapiApi],
]

export function createSite(ctx: AppContext, pageStore = createPageStore(ctx)): RequestListener {
  const desk = createDesk(ctx)
  const pageHandler = createPageHandler(ctx, pageStore, desk)
  const app = createApp(ctx, pageHandler, desk)
  const warnOfProxy = warnOfUntrustedProxy(ctx.config, ctx.log)
  ctx.metrics?.addPages(pageStore.counters)
  return canonicalOrigin(ctx.config, (req, res) => {
    warnOfProxy(req)
    if (!pageHandler.sendFirst(req, res)) app(req, res)
  })
}

/** The order of routers is the order of a request's checks. */
function createApp(ctx: AppContext, pageHandler: PageHandler, desk: Desk): Express {
  const { config, log } = ctx
  const formCtx = { ...ctx, sendFormPage: pageHandler.sendFormPage }
  const app = express()
  app.disable('x-powered-by')
  app.set('trust proxy', config.trustProxy)

  if (ctx.metrics) app.use(noting(ctx.metrics.observe))
  app.use(securityHeaders(ctx.securityHeaders))
  app.use(connectionClose(ctx.readiness), health.createRouter(ctx), metrics.createRouter(ctx))
  app.use(requestId(config))
  app.use(ctx.vite?.middlewares ?? staticFiles())
  app.use(noting(createRequestLog(log)))

  if (config.corsOrigins.length > 0) app.use(crossOrigin(config))
  app.use(apiRoutes.content, content.createRouter({ content: ctx.library.store, log }))
  app.use(compression())
  app.use(payments.createRouter(ctx))
  // Precedes the origin check: browsers withhold the origin of a redirected form. Other sites' forms lack the SameSite cookie.
  app.use(apiRoutes.forgetOrder, forgetOrder.createRouter(ctx))
  app.use([deskRoutes.home, deskApiRoutes.home], sameOrigin({ siteUrl: config.siteUrl, corsOrigins: [] }))
  app.use(sameOrigin(config))
  app.use(apiMounts.root, limitRefusals(ctx.rateLimits.refusals))
  app.use(contact.createRouter(formCtx))
  app.use(activationForms.createRouter(formCtx))
  app.use(reminders.createRouter(formCtx))
  app.use(routes.completed, orderForms.createRouter(formCtx))
  app.use(routes.completed, forgetOrder.createRouter(ctx))
  app.use(licencesForms.createRouter(formCtx))
  app.use(deskForms.createRouter(formCtx, desk))
  app.use(createApi(ctx, activationApi))
  app.use(deskApiRoutes.statement, deskStatement.createUploadRouter(ctx))
  app.use(apiMounts.root, parseJsonBody())
  app.use(deskApi.createRouter(ctx))
  app.use(createApi(ctx, endpoints))
  app.use(apiMounts.orders, unreadableIsUnknown)
  app.use('/updates', notFound)
  app.use(apiMounts.root, notFound, problemHandler(log))

  app.use(canonicalPath, feeds.createRouter(ctx))
  app.use(orderPage.createRouter(ctx), quotePage.createRouter(ctx))
  app.use(pages.createRouter(ctx, pageHandler))
  app.use(problemHandler(log))
  return app
}

function noting(note: (req: Request, res: Response, path: string) => void): RequestHandler {
  return (req, res, next) => {
    note(req, res, req.path)
    next()
  }
}
