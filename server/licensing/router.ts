import { Router } from 'express'
import {
  activationRequestSchema,
  deactivationRequestSchema,
  lookUpRequestSchema,
  trialRequestSchema,
  validationRequestSchema,
} from '#shared/licensing/requests.ts'
import type { AppContext } from '../context.ts'
import { methodNotAllowed } from '../http/errors.ts'
import { parse } from '../http/parse.ts'
import { parseForm, parseJsonBody, parseText } from '../http/parse-body.ts'
import { limitRate } from '../middleware/rate-limit.ts'
import { activate } from './activate.ts'
import { countUnknownKey, limitActivation, unknownKey } from './activation-rate.ts'
import { deactivate, lookUp } from './deactivate.ts'
import { answerOffline, sendLicenceFile } from './offline.ts'
import { orRefuse } from './refusals.ts'
import { startTrial, type Trials } from './trial.ts'
import { validate } from './validate.ts'

export function createRouter(ctx: Trials & Pick<AppContext, 'rateLimits'>): Router {
  const router = Router()
  router.use((_req, res, next) => {
    res.set('Cache-Control', 'no-store')
    next()
  })
  router.use(limitActivation(ctx))
  router.post('/offline', parseText('text/plain', 'application/octet-stream', 'multipart/form-data'))
  router.post('/offline', parseForm)
  router.use(parseJsonBody())

  router.post('/', async (req, res) => {
    const answer = orRefuse(await activate(ctx, parse(activationRequestSchema, req.body)))
    res.status(answer.created ? 201 : 200).json(answer)
  })
  router.post('/offline', async (req, res) => {
    const answer = await answerOffline(ctx, req, res)
    if (req.accepts(['text', 'json']) === 'json') res.json(answer)
    else sendLicenceFile(res, ctx, answer)
  })
  router.post('/trial', limitRate(ctx.rateLimits.trials), async (req, res) => {
    const answer = orRefuse(await startTrial(ctx, parse(trialRequestSchema, req.body)))
    res.status(answer.created ? 201 : 200).json(answer)
  })
  router.post('/deactivate', async (req, res) => {
    res.json(orRefuse(await deactivate(ctx, parse(deactivationRequestSchema, req.body))))
  })
  router.post('/validate', async (req, res) => {
    const verdict = orRefuse(await validate(ctx, parse(validationRequestSchema, req.body)))
    if (verdict.code === unknownKey) await ctx.rateLimits.unknownKeys.take(req, res)
    res.json(verdict)
  })
  router.post('/licence', async (req, res) => {
    res.json(orRefuse(await lookUp(ctx, parse(lookUpRequestSchema, req.body))))
  })
  router.all(['/', '/offline', '/trial', '/deactivate', '/validate', '/licence'], methodNotAllowed('POST'))
  router.use(countUnknownKey(ctx))
  return router
}
