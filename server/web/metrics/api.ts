import { Router } from 'express'
import { operationRoutes } from '#shared/routes/routes.ts'
import type { AppContext } from '../../context.ts'
import { equalSecrets } from '../../runtime/keys/equal-secrets.ts'
import { plain } from '../endpoint.ts'
import { retryAfterHeader } from '../http/retry-after.ts'
import { textOf } from '../openapi/description.ts'

export const metricsApi = [
  plain('get', operationRoutes.metrics, {
    summary: 'Measurements for Prometheus',
    description: 'The address exists where METRICS_TOKEN is set.',
    access: 'metrics',
    answers: {
      200: { description: 'The measurements.', content: textOf('text/plain') },
      401: { description: 'The token is missing or wrong.' },
      404: { description: 'No METRICS_TOKEN is set.', content: textOf('text/html') },
      503: { description: 'They can’t be gathered right now.' },
    },
  }),
]

/** Without METRICS_TOKEN the address answers 404. */
export function createRouter(ctx: Pick<AppContext, 'config' | 'metrics' | 'log'>): Router {
  const router = Router()
  const { metrics, log } = ctx
  const { metricsToken } = ctx.config
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
