import express, { type Request, type Response, Router } from 'express'
import { type ContactReceipt, type ContactRefusal, contactFields, contactSchema } from '#shared/contact.ts'
import { apiRoutes, routes } from '#shared/routes.ts'
import type { AppContext } from '../context.ts'
import { AppError, methodNotAllowed } from '../errors.ts'
import { parseJsonBody } from '../middleware/parse-body.ts'
import { sendFormPage } from '../pages/send-form-page.ts'
import { parse } from '../parse.ts'
import { requireHuman } from '../verification/require-human.ts'
import { type Incoming, storeMessage } from './messages.ts'

const parseForm = express.urlencoded({ extended: false, limit: '64kb', parameterLimit: 20 })

/** Messages as JSON, and as the plain post of a form, which gets a page for an answer. */
export function createRouter(ctx: AppContext): Router {
  const router = Router()
  router.post([apiRoutes.contact, routes.contact], parseForm, async (req, res, next) => {
    if (isForm(req)) await answerForm(ctx, req, res)
    else next()
  })
  router.post(apiRoutes.contact, parseJsonBody(), async (req, res) => {
    res.status(202).json(await receive(ctx, req, res, { body: req.body, tokenRequired: true }))
  })
  router.all(apiRoutes.contact, methodNotAllowed('POST'))
  return router
}

/**
 * What has a mistake in its fields doesn't count against the sender.
 * @throws AppError 422 for what is wrong with the fields or the human verification, 429 when it is one too many, 503 when
 * it can't be verified or stored
 */
async function receive(
  ctx: AppContext,
  req: Request,
  res: Response,
  { body, tokenRequired }: { body: unknown; tokenRequired: boolean },
): Promise<ContactReceipt> {
  const { website, verification, ...message } = parse(contactSchema, body ?? {})
  await ctx.rateLimits.contact.take(req, res)
  if (website !== '') return store(ctx, { message, verified: false, quarantined: true })

  const verified = verification !== '' || tokenRequired
  if (verified) await requireHuman(ctx, verification, req.ip)
  return store(ctx, { message, verified, quarantined: false })
}

async function store({ database, library, clock, random, outbox }: AppContext, incoming: Incoming) {
  const { email } = library.typed.site.company
  try {
    const receipt = await storeMessage(database.db, incoming, { siteEmail: email, now: clock(), random })
    outbox.nudge()
    return receipt
  } catch (cause) {
    throw new AppError(
      503,
      'contact_unavailable',
      `We couldn’t take your message. Write to ${email} instead.`,
      {
        headers: { 'Retry-After': '60' },
        cause,
      },
    )
  }
}

/** Where there is no JavaScript there is no widget, so no token; one that is there still has to be right. */
async function answerForm(ctx: AppContext, req: Request, res: Response): Promise<void> {
  const { 'g-recaptcha-response': verification = '', ...fields }: Record<string, unknown> = req.body ?? {}
  try {
    const { reference } = await receive(ctx, req, res, {
      body: { ...fields, verification },
      tokenRequired: false,
    })
    res.redirect(303, routes.contactSent(reference))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.cause) ctx.log.error({ err: error.cause, requestId: req.id }, 'message could not be stored')
    const data = { values: typed(fields), errors: error.errors ?? [], detail: error.message }
    res.set(error.headers)
    await sendFormPage(ctx, res, routes.contact, {
      status: error.status,
      data: data satisfies ContactRefusal,
    })
  }
}

function typed(fields: Record<string, unknown>): ContactRefusal['values'] {
  const known = Object.entries(fields).filter(
    ([name, value]) => Object.hasOwn(contactFields, name) && typeof value === 'string',
  )
  return Object.fromEntries(known)
}

function isForm(req: Request): boolean {
  return req.is('application/x-www-form-urlencoded') !== false || req.path === routes.contact
}
