import type { Response } from 'express'
import { asksForTrial, readActivationRequestFiles } from '#shared/licensing/activation-request-file.ts'
import type {
  ActivationAnswer,
  FileDeactivationAnswer,
  OfflineAnswers,
  TrialAnswer,
} from '#shared/licensing/answers.ts'
import { asksToDeactivate } from '#shared/licensing/asks-to-deactivate.ts'
import { licenceFileName } from '#shared/licensing/licence-file-name.ts'
import {
  activationRequestSchema,
  fileDeactivationRequestSchema,
  trialRequestSchema,
} from '#shared/licensing/requests.ts'
import type { AppContext } from '../../context.ts'
import type { Asked } from '../../web/endpoint.ts'
import { AppError, toAppError } from '../../web/http/errors.ts'
import { parse } from '../../web/http/parse.ts'
import { activate, type Licensing } from './activate.ts'
import { countUnknownKey } from './activation-rate.ts'
import { deactivateByFile } from './deactivate.ts'
import { orRefuse } from './refusals.ts'
import { startTrial } from './trial.ts'

/** A longer list could be an attempt to guess keys. */
const mostRequests = 100

type Context = Licensing & Pick<AppContext, 'rateLimits'>
type Client = Pick<Asked, 'body' | 'ip'>
type Answer = ActivationAnswer | TrialAnswer | FileDeactivationAnswer
type Parsed = { machineId: string; answer(): Promise<Answer> }

const isDeactivated = 'This machine is deactivated.'

/**
 * Answers several requests one by one, once all can be read.
 * @throws AppError as `activate`, `startTrial` and `deactivateByFile` do
 */
export async function answerOffline(
  ctx: Context,
  asked: Client,
  res: Response,
): Promise<Answer | OfflineAnswers> {
  const requests = readOfflineRequests(asked.body).map((request) => parseRequest(ctx, asked, request, res))
  const [only] = requests
  if (only && requests.length === 1) return countUnknownKey(ctx, asked, res, only.answer)
  const answers: OfflineAnswers['answers'] = []
  for (const { machineId, answer } of requests) {
    try {
      await ctx.rateLimits.unknownKeys.requireLeft(asked)
      const answered = await countUnknownKey(ctx, asked, res, answer)
      const told =
        'file' in answered ? { file: answered.file, detail: null } : { file: null, detail: isDeactivated }
      answers.push({ machineId, code: null, ...told })
    } catch (error) {
      const { status, code, message: detail } = toAppError(error)
      if (status >= 500) throw error
      answers.push({ machineId, file: null, code, detail })
    }
  }
  return {
    file: answers.map(({ machineId, file, detail }) => file ?? `${machineId}: ${detail}\n`).join(''),
    answers,
  }
}

function parseRequest(ctx: Context, { ip }: Client, request: unknown, res: Response): Parsed {
  if (asksToDeactivate(request)) {
    const wanted = parse(fileDeactivationRequestSchema, request)
    return { machineId: wanted.machine.id, answer: async () => orRefuse(await deactivateByFile(ctx, wanted)) }
  }
  if (!asksForTrial(request)) {
    const wanted = parse(activationRequestSchema, request)
    return {
      machineId: wanted.machine.id,
      answer: async () => orRefuse(await activate(ctx, wanted, { isByHand: true })),
    }
  }
  const wanted = parse(trialRequestSchema, request)
  async function answer() {
    await ctx.rateLimits.trials.take({ ip }, res)
    return orRefuse(await startTrial(ctx, wanted))
  }
  return { machineId: wanted.machine.id, answer }
}

/**
 * Accepts the file itself, a form field or JSON member `request` with it, or its content as JSON.
 * @throws AppError 422
 */
function readOfflineRequests(body: unknown): unknown[] {
  const carried = typeof body === 'string' ? body : Object(body).request
  if (carried === undefined && body !== undefined) return [body]
  const requests = typeof carried === 'string' ? readActivationRequestFiles(carried) : []
  const isWhole = requests.length > 0 && requests.every((request) => request !== undefined)
  if (isWhole && requests.length <= mostRequests) return requests
  throw new AppError(
    422,
    'request_file_malformed',
    isWhole
      ? `A file has at most ${mostRequests} requests.`
      : 'This isn’t a request file as the application writes it, or it isn’t whole.',
  )
}

/** Sends the file to carry back to the machine. A deactivated machine needs none. */
export function sendLicenceFile(
  res: Response,
  { library }: Pick<Licensing, 'library'>,
  answer: Answer | OfflineAnswers,
) {
  res.set('Cache-Control', 'no-store')
  const isCarried = 'file' in answer
  if (isCarried) res.attachment(licenceFileName(library.typed.site.product))
  res.type('text/plain').send(isCarried ? answer.file : `${answer.machineId}: ${isDeactivated}\n`)
}
