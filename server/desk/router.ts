import { Router } from 'express'
import { deskApiRoutes } from '#shared/routes/desk-routes.ts'
import type { AppContext } from '../context.ts'
import { createApi } from '../web/endpoint.ts'
import { privateHeaders } from '../web/http/private-headers.ts'
import { limitRate } from '../web/middleware/rate-limit.ts'
import { deskEndpoints } from './api.ts'
import { requireDesk } from './staff.ts'

export function createRouter(ctx: AppContext): Router {
  const router = Router()
  router.use(deskApiRoutes.home, requireDesk(ctx), privateHeaders, limitRate(ctx.rateLimits.desk))
  router.use(createApi(ctx, deskEndpoints))
  return router
}
