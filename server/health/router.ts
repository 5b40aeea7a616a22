import { Router } from 'express'
import { operationRoutes } from '#shared/routes.ts'
import type { AppContext } from '../context.ts'

/** `/healthz` tells whether the process lives; `/readyz` whether it wants visitors, part by part with `?verbose`. */
export function createRouter({ readiness }: Pick<AppContext, 'readiness'>): Router {
  const router = Router()
  router.get(
    operationRoutes.health,
    (_req, res) => void res.set('Cache-Control', 'no-store').json({ status: 'ok' }),
  )
  router.get(operationRoutes.readiness, async (req, res) => {
    const checks = await readiness.check()
    const ready = Object.values(checks).every(Boolean)
    res
      .status(ready ? 200 : 503)
      .set('Cache-Control', 'no-store')
      .json({ status: ready ? 'ready' : 'not ready', ...(req.query.verbose !== undefined && { checks }) })
  })
  return router
}
