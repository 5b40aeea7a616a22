import { type Request, type Response, Router } from 'express'
import { apiRoutes } from '#shared/api-routes.ts'
import { type ActName, type DoneName, isActName } from '#shared/licensing/acts.ts'
import type { ActRefusal } from '#shared/licensing/mine.ts'
import { buyerSchema, moveSchema } from '#shared/licensing/mine-requests.ts'
import { licenceActRoute, routes } from '#shared/routes.ts'
import type { AppContext } from '../context.ts'
import { nothingHere, toAppError } from '../http/errors.ts'
import { failedPage } from '../http/failed-page.ts'
import type { FormContext } from '../http/form-page.ts'
import { parse } from '../http/parse.ts'
import { parseForm } from '../http/parse-body.ts'
import { privateHeaders } from '../http/private-headers.ts'
import { limitRate, limitRefusals } from '../middleware/rate-limit.ts'
import { momentOf } from '../moment.ts'
import { requireSession, sessionOf } from '../sign-in/customer-session.ts'
import { licencesPurpose } from '../sign-in/lifetimes.ts'
import { setSessionCookie } from '../sign-in/session-cookie.ts'
import { openSession } from '../sign-in/sessions.ts'
import { cancel } from './acts/cancel.ts'
import { correctBuyer } from './acts/correct-buyer.ts'
import { askForErasure } from './acts/erasure.ts'
import { followMove } from './acts/follow-move.ts'
import { startMove } from './acts/move.ts'
import { pay } from './acts/pay.ts'
import { release } from './acts/release.ts'
import { replaceKey } from './acts/replace-key.ts'
import { askForLink } from './ask-for-link.ts'
import { signOut } from './router.ts'

type Fields = Record<string, unknown>

/** Serves the pages and forms without script. Each act redirects, so that a reload repeats nothing. */
export function createRouter(ctx: FormContext): Router {
  const { config, rateLimits } = ctx
  const router = Router()
  router.use(routes.licences, privateHeaders)
  // Each tier has its own cookies, and the API's tier serves pages too.
  if (config.apiBaseUrl) {
    router.use(routes.licences, (req, res) => res.redirect(307, config.apiBaseUrl + req.originalUrl))
  }
  const form = [limitRefusals(rateLimits.refusals), parseForm]

  router.post(apiRoutes.licencesLink, ...form, async (req, res, next) => {
    if (!isForm(req)) return next()
    await answerLinkForm(ctx, req, res)
  })
  router.post(routes.licences, ...form, (req, res) => answerLinkForm(ctx, req, res))
  router.post(routes.licencesOpen, limitRate(rateLimits.general), ...form, async (req, res) => {
    const session = await openSession(ctx.database.db, tokenOf(req), licencesPurpose, momentOf(ctx))
    if (session === null)
      return ctx.sendFormPage(res, routes.licencesOpen, { status: 410, data: { spent: true } })
    setSessionCookie(res, config, licencesPurpose, session.token)
    res.redirect(303, routes.licences)
  })
  router.post(routes.licencesMove, limitRate(rateLimits.general), ...form, async (req, res) => {
    const step = await followMove(ctx, tokenOf(req) || String(req.query.token ?? ''))
    const answer = step ? { status: 200, data: { step } } : { status: 410, data: { step: null } }
    await ctx.sendFormPage(res, routes.licencesMove, answer)
  })
  router.post(apiRoutes.licencesSignOut, ...form, async (req, res, next) => {
    if (!isForm(req)) return next()
    await signOut(ctx, req, res)
    res.redirect(303, routes.licences)
  })
  router.post(routes.licencesChange, limitRate(rateLimits.general), ...form, async (req, res) => {
    const { act, id, ...fields }: Fields = Object(req.body)
    const name = String(act)
    if (!isActName(name)) throw nothingHere()
    if (!(await sessionOf(ctx, req.headers))) return res.redirect(303, routes.licences)
    try {
      const { email } = await requireSession(ctx, req)
      res.redirect(303, await acts[name](ctx, email, String(id), fields))
    } catch (error) {
      await sendRefusal(ctx, res, { name, id: String(id), fields }, error)
    }
  })
  router.use(routes.licences, failedPage(ctx.log))
  return router
}

/** Each act returns the address that shows its result. */
const acts: Record<ActName, (ctx: AppContext, email: string, id: string, fields: Fields) => Promise<string>> =
  {
    async release(ctx, email, id, { activationId }) {
      await release(ctx, email, id, String(activationId))
      return done('release', id)
    },
    async 'replace-key'(ctx, email, id) {
      await replaceKey(ctx, email, id)
      return done('replace-key', id)
    },
    async move(ctx, email, id, fields) {
      await startMove(ctx, email, id, parse(moveSchema, { ...fields, ...ticked(fields, 'all', 'keepKey') }))
      return done('move', id)
    },
    async buyer(ctx, email, id, fields) {
      const { isNew } = await correctBuyer(ctx, email, id, parse(buyerSchema, fields))
      return done(isNew ? 'buyer' : 'buyer-unchanged', id)
    },
    async pay(ctx, email, id) {
      await pay(ctx, email, id)
      // The security policy forbids forms to lead to other sites, so the page has a link.
      return licenceActRoute('pay', id)
    },
    async cancel(ctx, email, id) {
      await cancel(ctx, email, id)
      return done('cancel', id)
    },
    async erasure(ctx, email) {
      await askForErasure(ctx, email)
      return done('erasure', 'data')
    },
  }

function done(act: DoneName, id: string): string {
  return `${routes.licences}?${new URLSearchParams({ done: act, id })}`
}

async function sendRefusal(
  ctx: FormContext,
  res: Response,
  { name, id, fields }: { name: ActName; id: string; fields: Fields },
  error: unknown,
): Promise<void> {
  const { status, headers, errors = [], message } = toAppError(error)
  if (status >= 500) ctx.log.error({ err: error, requestId: res.req.id }, 'act failed')
  const data: ActRefusal = { values: textsOf(fields), errors, detail: message }
  res.set(headers)
  const machine: Record<string, string> =
    name === 'release' ? { activationId: String(fields.activationId) } : {}
  await ctx.sendFormPage(res, licenceActRoute(name, id, machine), { status, data })
}

async function answerLinkForm(ctx: FormContext, req: Request, res: Response): Promise<void> {
  const { 'g-recaptcha-response': verification = '', ...fields }: Fields = Object(req.body)
  try {
    await askForLink(ctx, req, res, { body: { ...fields, verification }, tokenRequired: false })
    res.redirect(303, routes.licencesSent)
  } catch (error) {
    const { status, headers, errors = [], message } = toAppError(error)
    if (status >= 500) ctx.log.error({ err: error, requestId: req.id }, 'link could not be asked for')
    const data: ActRefusal = { values: textsOf(fields), errors, detail: message }
    res.set(headers)
    await ctx.sendFormPage(res, routes.licences, { status, data })
  }
}

function isForm(req: Request): boolean {
  return Boolean(req.is('application/x-www-form-urlencoded'))
}

function tokenOf({ body }: Request): string {
  const { token } = Object(body) as Fields
  return typeof token === 'string' ? token : ''
}

/** Forms leave out a box that isn't ticked. */
function ticked(fields: Fields, ...names: string[]): Record<string, boolean> {
  return Object.fromEntries(names.map((name) => [name, fields[name] === 'true']))
}

function textsOf(fields: Fields): Record<string, string> {
  const texts = Object.entries(fields).filter(
    ([, value]) => typeof value === 'string' && value.length <= 1000,
  )
  return Object.fromEntries(texts) as Record<string, string>
}
