import { Router } from 'express'
import { z } from 'zod'
import { operationRoutes } from '#shared/routes/routes.ts'
import type { AppContext } from '../../context.ts'
import { plain } from '../endpoint.ts'
import { anyText, json } from '../openapi/description.ts'

const state = <State extends string>(status: State) => z.object({ status: z.literal(status) })

const readiness = <State extends string>(status: State) =>
  json(state(status).extend({ checks: z.record(anyText, z.boolean()).optional() }))

/** They must answer before all that can fail. */
export const healthApi = [
  plain('get', operationRoutes.health, {
    summary: 'Whether the process lives',
    answers: { 200: { description: 'It does.', content: json(state('ok')) } },
  }),
  plain('get', operationRoutes.readiness, {
    summary: 'Whether visitors should be sent here',
    description: 'With ?verbose also what was checked.',
    answers: {
      200: { description: 'They should.', content: readiness('ready') },
      503: { description: 'They shouldn’t.', content: readiness('not ready') },
    },
  }),
]

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
