import type { Response } from 'express'
import { readActivationRequestFile } from '#shared/licensing/activation-request-file.ts'
import type { ActivationAnswer, TrialAnswer } from '#shared/licensing/answers.ts'
import { asksForTrial } from '#shared/licensing/asks-for-trial.ts'
import { licenceFileName } from '#shared/licensing/licence-file-name.ts'
import { activationRequestSchema, trialRequestSchema } from '#shared/licensing/requests.ts'
import type { AppContext } from '../../context.ts'
import type { Asked } from '../../web/endpoint.ts'
import { AppError } from '../../web/http/errors.ts'
import { parse } from '../../web/http/parse.ts'
import { activate, type Licensing } from './activate.ts'
import { orRefuse } from './refusals.ts'
import { startTrial, type Trials } from './trial.ts'

/** @throws AppError as `activate` and `startTrial` */
export async function answerOffline(
  ctx: Trials & Pick<AppContext, 'rateLimits'>,
  { body, ip }: Pick<Asked, 'body' | 'ip'>,
  res: Response,
): Promise<ActivationAnswer | TrialAnswer> {
  const request = readOfflineRequest(body)
  if (!asksForTrial(request)) {
    return orRefuse(await activate(ctx, parse(activationRequestSchema, request), { isByHand: true }))
  }
  await ctx.rateLimits.trials.take({ ip }, res)
  return orRefuse(await startTrial(ctx, parse(trialRequestSchema, request)))
}

/** Accepts the file, a form field or JSON member `request` that holds it, or its content as JSON. @throws AppError 422 */
function readOfflineRequest(body: unknown): unknown {
  const carried = typeof body === 'string' ? body : Object(body).request
  if (carried === undefined && body !== undefined) return body
  const request = typeof carried === 'string' ? readActivationRequestFile(carried) : undefined
  if (request !== undefined) return request
  throw new AppError(
    422,
    'request_file_malformed',
    'This isn’t a request file as the application writes it, or it isn’t whole.',
  )
}

export function sendLicenceFile(
  res: Response,
  { library }: Pick<Licensing, 'library'>,
  { file }: { file: string },
) {
  res.set('Cache-Control', 'no-store')
  res.attachment(licenceFileName(library.typed.site.product)).type('text/plain').send(file)
}
