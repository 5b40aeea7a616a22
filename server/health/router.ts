import { Router } from 'express'
import { operationRoutes } from '#shared/routes.ts'
import type { AppContext } from '../context.ts'

/** `/healthz` tells whether the process lives, `/readyz` whether it should be sent visitors. */
export function createRouter({ readiness }: Pick<AppContext, 'readiness'>): Router {
  const router = Router()
  router.get(
    operationRoutes.health,
    (_req, res) => void res.set('Cache-Control', 'no-store').json({ status: 'ok' }),
  )
  router.get(operationRoutes.readiness, async (_req, res) => {
    const ready = await readiness.check()
    res
      .status(ready ? 200 : 503)
      .set('Cache-Control', 'no-store')
      .json({ status: ready ? 'ready' : 'not ready' })
  })
  return router
}
