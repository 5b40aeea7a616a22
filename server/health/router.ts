import { Router } from 'express'
import type { AppContext } from '../context.ts'

/** `/healthz` while the process lives; `/readyz` while it should be sent visitors. */
export function createRouter({ readiness }: Pick<AppContext, 'readiness'>): Router {
  const router = Router()
  router.get('/healthz', (_req, res) => void res.set('Cache-Control', 'no-store').json({ status: 'ok' }))
  router.get('/readyz', async (_req, res) => {
    const ready = await readiness.check()
    res
      .status(ready ? 200 : 503)
      .set('Cache-Control', 'no-store')
      .json({ status: ready ? 'ready' : 'not ready' })
  })
  return router
}
