import { type ErrorRequestHandler, type Request, type RequestHandler, type Response, Router } from 'express'
import { contactFields, contactSchema, messageMaxInWords } from '#shared/contact/contact.ts'
import type { FormRefusal } from '#shared/http/problem.ts'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { routes } from '#shared/routes/routes.ts'
import { AppError, formMethods, toAppError } from '../../web/http/errors.ts'
import { type FormContext, sendRefusal } from '../../web/http/form-page.ts'
import { parse } from '../../web/http/parse.ts'
import { parseForm } from '../../web/http/parse-body.ts'
import { limitRefusals } from '../../web/middleware/rate-limit.ts'
import { receiveMessage } from './receive-message.ts'

/** Accepts plain form posts and answers with a page. */
export function createRouter(ctx: FormContext): Router {
  const router = Router()
  const answer: RequestHandler = async (req, res, next) => {
    if (isForm(req)) await answerForm(ctx, req, res)
    else if (req.path === routes.contact) throw notAForm()
    else next()
  }
  router.all(routes.contact, formMethods)
  router.post(routes.contact, limitRefusals(ctx.rateLimits.refusals), answerUnread(ctx))
  router.post([apiRoutes.contact, routes.contact], parseForm, answer, answerUnread(ctx))
  return router
}

/** Without JavaScript the widget can't supply a token, but a token that is sent must be right. */
async function answerForm(ctx: FormContext, req: Request, res: Response): Promise<void> {
  const { 'g-recaptcha-response': verification = '', ...fields }: Record<string, unknown> = req.body ?? {}
  try {
    const message = parse(contactSchema, { ...fields, verification })
    const { reference } = await receiveMessage(ctx, message, req, { res, tokenRequired: false })
    res.redirect(303, routes.contactSent(reference))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    await sendRefusal(ctx, res, routes.contact, { error, values: typed(fields) })
  }
}

/** Browsers get a page even if the form couldn't be read. */
function answerUnread(ctx: FormContext): ErrorRequestHandler {
  return async (error, req, res, next) => {
    const failure = toAppError(error)
    if (!isForm(req) && !isFormInAnotherEncoding(req)) return next(error)
    if (failure.status >= 500) return next(error)
    const refusal = inWordsForPeople(failure, ctx.library.typed.site.company.email)
    await sendRefusal(ctx, res, routes.contact, { error: refusal, values: {} })
  }
}

function inWordsForPeople(failure: AppError, email: string): AppError {
  const { status, code, headers } = failure
  if (status === 429) return failure
  const reason =
    status === 413
      ? `It is longer than ${messageMaxInWords}, more than the form takes.`
      : 'It came in a way that we can’t read.'
  return new AppError(status, code, `${reason} You can send it to ${email} instead.`, {
    headers,
  })
}

function typed(fields: Record<string, unknown>): FormRefusal['values'] {
  const known = Object.entries(fields).filter(
    ([name, value]) => Object.hasOwn(contactFields, name) && typeof value === 'string',
  )
  return Object.fromEntries(known) as FormRefusal['values']
}

/** A post without content type is an empty form. */
function isForm(req: Request): boolean {
  const isBare = req.path === routes.contact && req.get('content-type') === undefined
  return isBare || Boolean(req.is('application/x-www-form-urlencoded'))
}

/** Browsers send these if a visitor changes the form's encoding. */
function isFormInAnotherEncoding(req: Request): boolean {
  return req.path === routes.contact && Boolean(req.is(['multipart/form-data', 'text/plain']))
}

function notAForm(): AppError {
  const type = 'application/x-www-form-urlencoded'
  return new AppError(415, 'unsupported_media_type', `The body must be ${type}.`, {
    headers: { Accept: type },
  })
}
