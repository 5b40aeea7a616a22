import { type ErrorRequestHandler, type Request, type Response, Router } from 'express'
import type { ActivationFormAnswer } from '#shared/licensing/form-answer.ts'
import { readMachineCode } from '#shared/licensing/machine-code.ts'
import { activationRequestSchema, lookUpRequestSchema } from '#shared/licensing/requests.ts'
import { routes } from '#shared/routes/routes.ts'
import type { AppContext } from '../../context.ts'
import { formMethods, toAppError } from '../../web/http/errors.ts'
import { failedPage } from '../../web/http/failed-page.ts'
import type { FormContext } from '../../web/http/form-page.ts'
import { parse } from '../../web/http/parse.ts'
import { parseForm, parseText } from '../../web/http/parse-body.ts'
import { limitRefusals } from '../../web/middleware/rate-limit.ts'
import { activate } from './activate.ts'
import { countUnknownKey, limitActivation } from './activation-rate.ts'
import { lookUp } from './deactivate.ts'
import { answerOffline, sendLicenceFile } from './offline.ts'
import { orRefuse } from './refusals.ts'

/** Serves the activation page's forms without script. */
export function createRouter(ctx: FormContext): Router {
  const router = Router()
  router.all(routes.activation, formMethods)
  router.post(
    routes.activation,
    limitRefusals(ctx.rateLimits.refusals),
    ...limitActivation(ctx),
    parseText('multipart/form-data'),
    parseForm,
    async (req: Request, res: Response) => {
      if (typeof req.body === 'string') {
        const answer = await answerOffline(ctx, req, res)
        if ('file' in answer) return sendLicenceFile(res, ctx, answer)
        const data: ActivationFormAnswer = { deactivated: answer }
        return ctx.sendFormPage(res, routes.activation, { status: 200, data })
      }
      const data = await countUnknownKey(ctx, req, res, () => answerForm(ctx, Object(req.body)))
      await ctx.sendFormPage(res, routes.activation, { status: 200, data })
    },
    sendProblemPage(ctx),
    failedPage(ctx.log),
  )
  return router
}

async function answerForm(
  ctx: AppContext,
  { intent, licenceKey, machineId }: Record<string, unknown>,
): Promise<ActivationFormAnswer> {
  const isLookUp = intent === 'look-up'
  const id = typeof machineId === 'string' ? readMachineCode(machineId) : machineId
  const request = { licenceKey, machine: { id } }
  const activated = isLookUp ? null : orRefuse(await activate(ctx, parse(activationRequestSchema, request)))
  const found = await lookUp(ctx, parse(lookUpRequestSchema, { licenceKey }))
  if (!activated) return orRefuse(found)
  const { licence, activation: current } = activated
  // A token lists only its own machine.
  const shown = 'refused' in found ? { licence, activations: [current] } : found
  return { ...shown, current }
}

/** The page has a sentence for every error code. */
function sendProblemPage(ctx: FormContext): ErrorRequestHandler {
  return async (error, req, res, next) => {
    const { status, code, members, headers } = toAppError(error)
    if (status >= 500) return next(error)
    const { activations, until } = members as ActivationFormAnswer
    const retryAfter = 1000 * Number(headers['Retry-After']) || undefined
    const { licenceKey, machineId } = Object(req.body) as Record<string, unknown>
    const isForm = typeof licenceKey === 'string' && typeof machineId === 'string'
    const typed = isForm ? { licenceKey, machineId } : undefined
    const data: ActivationFormAnswer = { problem: code, until, retryAfter, activations, typed }
    await ctx.sendFormPage(res, routes.activation, { status, data })
  }
}
