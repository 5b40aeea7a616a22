import type { RequestListener } from 'node:http'
import compression from 'compression'
import express, { type Express, type Request, type RequestHandler, type Response } from 'express'
import { apiMounts, apiRoutes } from '#shared/routes/api-routes.ts'
import { deskApiRoutes, deskRoutes } from '#shared/routes/desk-routes.ts'
import { routes } from '#shared/routes/routes.ts'
import * as feeds from './content/feeds/api.ts'
import * as content from './content/router.ts'
import type { AppContext } from './context.ts'
import { createDesk, type Desk } from './desk/desk.ts'
import * as deskForms from './desk/form-router.ts'
import * as deskImports from './desk/imports/router.ts'
import * as deskApi from './desk/router.ts'
import * as deskStatement from './desk/statement/router.ts'
import { activationApi, licencesApi } from './licences/licensing/api.ts'
import * as activationForms from './licences/licensing/form-router.ts'
import { releasesApi } from './licences/releases/api.ts'
import * as reminders from './licences/reminders/router.ts'
import { yourLicencesApi } from './licences/your-licences/api.ts'
import * as licencesForms from './licences/your-licences/form-router.ts'
import { contactApi } from './people/contact/api.ts'
import * as contact from './people/contact/form-router.ts'
import { helpApi } from './people/help/api.ts'
import { remoteApi } from './people/remote/api.ts'
import { checkoutApi } from './shop/checkout/api.ts'
import { ordersApi } from './shop/orders/api.ts'
import * as forgetOrder from './shop/orders/forget-order.ts'
import * as orderForms from './shop/orders/form-router.ts'
import * as linkPages from './shop/orders/link-pages.ts'
import { unreadableIsUnknown } from './shop/orders/order-not-found.ts'
import * as payments from './shop/payments/api.ts'
import { pricingApi } from './shop/pricing/api.ts'
import { quotesApi } from './shop/quotes/api.ts'
import { createApi } from './web/endpoint.ts'
import * as health from './web/health/api.ts'
import { methodNotAllowed, notFound, problemHandler } from './web/http/errors.ts'
import { parseJsonBody, spellCharset } from './web/http/parse-body.ts'
import * as metrics from './web/metrics/api.ts'
import { canonicalOrigin } from './web/middleware/canonical-origin.ts'
import { canonicalPath } from './web/middleware/canonical-path.ts'
import { connectionClose } from './web/middleware/connection-close.ts'
import { crossOrigin } from './web/middleware/cross-origin.ts'
import { meantPath } from './web/middleware/meant-path.ts'
import { limitRefusals } from './web/middleware/rate-limit.ts'
import { createRequestLog, requestId } from './web/middleware/request-log.ts'
import { sameOrigin } from './web/middleware/same-origin.ts'
import { securityHeaders } from './web/middleware/security-headers.ts'
import { staticFiles } from './web/middleware/static-files.ts'
import { warnOfUntrustedProxy } from './web/middleware/untrusted-proxy.ts'
import { openapiApi } from './web/openapi/api.ts'
import { createPageHandler, type PageHandler } from './web/pages/handler.ts'
import { createPageStore } from './web/pages/page-store.ts'
import * as pages from './web/pages/router.ts'

/** Endpoints that follow the API's own parser. */
const endpoints = [
  ...[...pricingApi, ...checkoutApi, ...ordersApi, ...quotesApi, ...licencesApi, ...yourLicencesApi],
  ...[...contactApi, ...helpApi, ...remoteApi, ...releasesApi, ...openapiApi],
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

  app.use(spellCharset)
  if (config.corsOrigins.length > 0) app.use(crossOrigin(config))
  app.use(apiRoutes.content, content.createRouter({ content: ctx.library.store, log }))
  app.use(compression({ filter: isCompressed }))
  app.use(payments.createRouter(ctx))
  // Precedes the origin check, because browsers withhold the origin of a redirected form. Other sites' forms
  // lack the SameSite cookie.
  app.use(apiRoutes.forgetOrder, forgetOrder.createRouter(ctx))
  app.all(apiRoutes.forgetOrder, methodNotAllowed('POST'), problemHandler(log))
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
  app.use(deskApiRoutes.imports, deskImports.createUploadRouter(ctx))
  app.use(apiMounts.root, parseJsonBody())
  app.use(deskApi.createRouter(ctx))
  app.use(createApi(ctx, endpoints))
  app.use(apiMounts.orders, unreadableIsUnknown)
  app.use('/updates', notFound)
  app.use(apiMounts.root, notFound, problemHandler(log))

  app.use(canonicalPath, meantPath(ctx), feeds.createRouter(ctx))
  app.use(linkPages.createRouter(ctx))
  app.use(pages.createRouter(ctx, pageHandler))
  app.use(problemHandler(log))
  return app
}

/** A 304 has no content type to decide by, so each one varies like a compressed answer (RFC 9110, 15.4.5). */
function isCompressed(req: Request, res: Response): boolean {
  return res.statusCode === 304 || compression.filter(req, res)
}

function noting(note: (req: Request, res: Response, path: string) => void): RequestHandler {
  return (req, res, next) => {
    note(req, res, req.path)
    next()
  }
}
