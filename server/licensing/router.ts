import { type ErrorRequestHandler, type Request, type RequestHandler, Router } from 'express'
import { readActivationRequestFile } from '#shared/licensing/activation-request-file.ts'
import { licenceFileName } from '#shared/licensing/licence-file-name.ts'
import {
  activationRequestSchema,
  deactivationRequestSchema,
  lookUpRequestSchema,
  validationRequestSchema,
} from '#shared/licensing/requests.ts'
import { routes } from '#shared/routes.ts'
import type { AppContext } from '../context.ts'
import { AppError, methodNotAllowed, toAppError } from '../errors.ts'
import { parseForm, parseJsonBody, parseText } from '../middleware/parse-body.ts'
import { limitRate, type RateLimit } from '../middleware/rate-limit.ts'
import { parse } from '../parse.ts'
import { activate, type Licensing } from './activate.ts'
import { deactivate, lookUp } from './deactivate.ts'
import { orRefuse } from './refusals.ts'
import { validate } from './validate.ts'

/** `/api/activation`: for the desktop application in JSON, and for the activation page's forms where no script runs. */
export function createRouter(ctx: Licensing & Pick<AppContext, 'rateLimits'>): Router {
  const router = Router()
  const carriers = ['text/plain', 'application/octet-stream', 'multipart/form-data']
  router.use((_req, res, next) => {
    res.set('Cache-Control', 'no-store')
    next()
  })
  router.use(limitRate(ctx.rateLimits.activation), limitGuesses(ctx.rateLimits.unknownKeys))
  router.use('/offline', parseText(...carriers))
  router.use(['/offline', '/'], parseForm)
  router.use(parseJsonBody())

  router.post('/', async (req, res) => {
    const request = parse(activationRequestSchema, wantsPage(req) ? fromForm(req.body) : req.body)
    const answer = orRefuse(await activate(ctx, request))
    if (wantsPage(req)) return res.redirect(303, `${routes.activation}?done=activated`)
    res.status(answer.created ? 201 : 200).json(answer)
  })
  router.post('/offline', async (req, res) => {
    const request = parse(activationRequestSchema, readOfflineRequest(req.body))
    const answer = orRefuse(await activate(ctx, request))
    if (req.accepts(['text', 'json']) === 'json') return res.json(answer)
    res.attachment(licenceFileName(ctx.library.typed.site.product)).type('text/plain').send(answer.file)
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
  router.all(['/', '/offline', '/deactivate', '/validate', '/licence'], methodNotAllowed('POST'))
  router.use(countGuess(ctx.rateLimits.unknownKeys), sendFormsBack)
  return router
}

const unknownKey = 'licence_not_found'

/** Who has named too many keys that nobody has is told nothing of any key. */
function limitGuesses(unknownKeys: RateLimit): RequestHandler {
  return async (req, res, next) => {
    await unknownKeys.requireLeft(req, res)
    next()
  }
}

function countGuess(unknownKeys: RateLimit): ErrorRequestHandler {
  return async (error, req, res, next) => {
    if (toAppError(error).code === unknownKey) await unknownKeys.take(req, res)
    next(error)
  }
}

/** The activation page has a sentence for every code. */
const sendFormsBack: ErrorRequestHandler = (error, req, res, next) => {
  const { code, status } = toAppError(error)
  if (status >= 500 || !wantsPage(req)) return next(error)
  res.redirect(303, `${routes.activation}?problem=${code}`)
}

/** Whether a form sent this: what asks for no type in particular is a program. */
function wantsPage(req: Request): boolean {
  return req.accepts(['json', 'text', 'html']) === 'html'
}

function fromForm(body: unknown): unknown {
  const { machineId, ...rest } = Object(body)
  return { ...rest, machine: { id: machineId } }
}

/** The request file as it is, in a form's field, in JSON as `request`, or in JSON already taken apart. */
function readOfflineRequest(body: unknown): unknown {
  const carried = typeof body === 'string' ? body : Object(body).request
  if (carried === undefined && body !== undefined) return body
  const request = readActivationRequestFile(String(carried))
  if (request !== undefined) return request
  throw new AppError(
    422,
    'request_file_malformed',
    'This isn’t a request file as the application writes it, or it isn’t whole.',
  )
}
