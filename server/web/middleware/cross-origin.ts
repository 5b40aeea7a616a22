import cors from 'cors'
import { type Request, Router } from 'express'
import { apiMounts, apiRoutes } from '#shared/routes/api-routes.ts'
import { deskApiRoutes } from '#shared/routes/desk-routes.ts'
import type { Config } from '../../config.ts'

/**
 * Allows cookies, because one opens an order if web and API are separate tiers. SameSite still blocks other
 * sites. The desk serves only its own pages.
 */
export function crossOrigin({ corsOrigins }: Pick<Config, 'corsOrigins'>): Router {
  const router = Router()
  router.use(deskApiRoutes.home, (_req, _res, next) => next('router'))
  router.use((req, _res, next) => next(isOtherOptions(req) ? 'router' : undefined))
  router.use(
    [apiMounts.root, apiRoutes.content],
    cors({
      origin: corsOrigins,
      methods: ['GET', 'HEAD', 'POST', 'PUT'],
      allowedHeaders: ['Content-Type', 'Idempotency-Key', 'Authorization'],
      credentials: true,
      exposedHeaders: [
        'ETag',
        'Location',
        'RateLimit',
        'RateLimit-Policy',
        'Retry-After',
        'X-Request-Id',
        'X-Total-Count',
      ],
      maxAge: 3600,
    }),
  )
  return router
}

/** OPTIONS without the header of a preflight. */
function isOtherOptions(req: Request): boolean {
  return req.method === 'OPTIONS' && req.get('Access-Control-Request-Method') === undefined
}
