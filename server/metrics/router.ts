import { Router } from 'express'
import { operationRoutes } from '#shared/routes.ts'
import type { AppContext } from '../context.ts'
import { retryAfterHeader } from '../http/retry-after.ts'
import { equalSecrets } from '../keys/equal-secrets.ts'

/** Without METRICS_TOKEN the address doesn't exist. */
export function createRouter({
  config,
  metrics,
  log,
}: Pick<AppContext, 'config' | 'metrics' | 'log'>): Router {
  const router = Router()
  const { metricsToken } = config
  if (!metrics || metricsToken === null) return router
  router.get(operationRoutes.metrics, async (req, res) => {
    res.set('Cache-Control', 'no-store')
    const [, token = ''] = /^Bearer +(\S+)$/i.exec(req.get('authorization') ?? '') ?? []
    if (!equalSecrets(token, metricsToken))
      return void res.status(401).set('WWW-Authenticate', 'Bearer').end()
    try {
      res.type(metrics.contentType).send(await metrics.text())
    } catch (error) {
      log.warn({ err: error }, 'metrics could not be gathered')
      res.status(503).set(retryAfterHeader('metrics_not_gathered')).end()
    }
  })
  return router
}
