import { randomUUID } from 'node:crypto'
import { type Request, Router } from 'express'
import { z } from 'zod'
import { operationRoutes } from '#shared/routes/routes.ts'
import type { AppContext, Data, Keys } from '../../context.ts'
import { equalSecrets } from '../../runtime/keys/equal-secrets.ts'
import { plain } from '../endpoint.ts'
import { anyText, json } from '../openapi/description.ts'
import { doctorHeader, doctorToken } from './doctor-token.ts'

const state = <State extends string>(status: State) => z.object({ status: z.literal(status) })

const readiness = <State extends string>(status: State) =>
  json(
    state(status).extend({
      checks: z.record(anyText, z.boolean()).optional(),
      seen: z.object({ ip: anyText, protocol: anyText }).optional(),
    }),
  )

/** Mounted first, so that they answer before anything can fail. */
export const healthApi = [
  plain('get', operationRoutes.health, {
    summary: 'Whether the process lives',
    answers: { 200: { description: 'It does.', content: json(state('ok')) } },
  }),
  plain('get', operationRoutes.readiness, {
    summary: 'Whether visitors should be sent here',
    description: 'With ?verbose also what was checked, and for `doctor` how the request was seen.',
    answers: {
      200: { description: 'They should.', content: readiness('ready') },
      503: { description: 'They shouldn’t.', content: readiness('not ready') },
    },
  }),
]

/**
 * `/healthz` reports whether the process lives; `/readyz` whether it takes visitors, by part with `?verbose`.
 */
export function createRouter(ctx: Pick<AppContext, 'readiness'> & Data & Keys): Router {
  const router = Router()
  router.get(
    operationRoutes.health,
    (_req, res) => void res.set('Cache-Control', 'no-store').json({ status: 'ok' }),
  )
  router.get(operationRoutes.readiness, async (req, res) => {
    const checks = await ctx.readiness.check()
    const isAsked = req.query.verbose !== undefined
    const ready = Object.values(checks).every(Boolean)
    res
      .status(ready ? 200 : 503)
      .set('Cache-Control', 'no-store')
      .json({
        status: ready ? 'ready' : 'not ready',
        ...(isAsked && { checks }),
        ...(isAsked && (await isDoctor(req)) && { seen: { ip: req.ip, protocol: req.protocol } }),
      })
  })
  return router

  async function isDoctor(req: Request): Promise<boolean> {
    const given = req.get(doctorHeader)
    return given !== undefined && equalSecrets(given, await doctorToken(ctx).catch(() => randomUUID()))
  }
}
