import { type Request, type Response, Router } from 'express'
import type { ErrorCode } from '#shared/http/error-codes.ts'
import { type ActName, type DoneName, isActName } from '#shared/licensing/acts.ts'
import { linkRequestSchema } from '#shared/licensing/mine-requests.ts'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { licenceActRoute, routes } from '#shared/routes/routes.ts'
import { setSessionCookie } from '../../people/sign-in/session-cookie.ts'
import { licencesPurpose } from '../../people/sign-in/session-lifetimes.ts'
import { openSession } from '../../people/sign-in/sessions.ts'
import { signOut } from '../../people/sign-in/sign-out.ts'
import { momentOf } from '../../runtime/moment.ts'
import { findOrder } from '../../shop/orders/order-store.ts'
import { askedBy } from '../../web/endpoint.ts'
import { formMethods, nothingHere, toAppError } from '../../web/http/errors.ts'
import { failedPage } from '../../web/http/failed-page.ts'
import { type FormContext, sendRefusal } from '../../web/http/form-page.ts'
import { parse } from '../../web/http/parse.ts'
import { parseForm } from '../../web/http/parse-body.ts'
import { privateHeaders } from '../../web/http/private-headers.ts'
import { limitRate, limitRefusals } from '../../web/middleware/rate-limit.ts'
import { followMove } from './acts/follow-move.ts'
import { limit, ownActs } from './api.ts'
import { askForLink } from './ask-for-link.ts'

type Fields = Record<string, unknown>

/** Serves the pages and forms without script. Each act redirects, so that a reload repeats nothing. */
export function createRouter(ctx: FormContext): Router {
  const { config, rateLimits } = ctx
  const router = Router()
  router.use(routes.licences, privateHeaders)
  // Each tier has its own cookies, and the API tier serves pages too.
  if (config.apiBaseUrl) {
    router.use(routes.licences, (req, res) => res.redirect(307, config.apiBaseUrl + req.originalUrl))
  }
  const form = [limitRefusals(rateLimits.refusals), parseForm]

  router.post(apiRoutes.licencesLink, ...form, async (req, res, next) => {
    if (!isForm(req)) return next()
    await answerLinkForm(ctx, req, res)
  })
  const forms = [routes.licences, routes.licencesOpen, routes.licencesMove, routes.licencesChange]
  router.all(forms, formMethods)
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
    await signOut(ctx, req.headers, licencesPurpose, res)
    res.redirect(303, routes.licences)
  })
  router.post(routes.licencesChange, limitRate(rateLimits[limit]), ...form, async (req, res) => {
    const { act, id, ...fields }: Fields = Object(req.body)
    const name = String(act)
    if (!isActName(name)) throw nothingHere()
    const subject = { name, id: String(id), fields }
    try {
      const asked = { ...askedBy(req), params: { id: subject.id }, body: bodyOf(subject) }
      const { body } = await ownActs[name].answer(ctx, asked)
      res.redirect(303, addressAfter(subject, body))
    } catch (error) {
      const { status, code } = toAppError(error)
      if (status === 401) return res.redirect(303, pageOf(subject))
      const before = await doneBefore(ctx, code, subject)
      if (before) return res.redirect(303, done(before, subject.id))
      await sendRefusal(ctx, res, pageOf(subject), { error, values: textsOf(fields) })
    }
  })
  router.use(routes.licences, failedPage(ctx.log))
  return router
}

/** Recognises a repeated form, sent again after a lost answer or by going back. */
async function doneBefore(
  { database }: FormContext,
  code: ErrorCode,
  { id }: Subject,
): Promise<DoneName | null> {
  if (code === 'key_replaced_today') return 'replace-key-unchanged'
  if (code !== 'order_not_cancellable') return null
  const order = await findOrder(database.db, id)
  return order?.status === 'cancelled' ? 'cancel-unchanged' : null
}

type Subject = { name: ActName; id: string; fields: Fields }

/** Forms omit a box that isn't ticked. */
function bodyOf({ name, fields }: Subject): Fields {
  if (name === 'enrol') return { ...fields, seats: Number(fields.seats || Number.NaN) }
  if (name !== 'move') return fields
  return { ...fields, all: fields.all === 'true', keepKey: fields.keepKey === 'true' }
}

/** Address of the result. */
function addressAfter({ name, id }: Subject, answer: unknown): string {
  // The content security policy forbids forms to redirect to other sites, so the page has a link.
  if (name === 'pay') return licenceActRoute('pay', id)
  if (name === 'erasure') return done('erasure', 'data')
  const isUnchanged = name === 'buyer' && !(answer as { isNew: boolean }).isNew
  return done(isUnchanged ? 'buyer-unchanged' : name, id)
}

/** Address of the form, to show it again. */
function pageOf({ name, id, fields }: Subject): string {
  const named = (['activationId', 'enrolmentId'] as const).filter((each) => typeof fields[each] === 'string')
  return licenceActRoute(name, id, Object.fromEntries(named.map((each) => [each, String(fields[each])])))
}

function done(act: DoneName, id: string): string {
  return `${routes.licences}?${new URLSearchParams({ done: act, id })}`
}

async function answerLinkForm(ctx: FormContext, req: Request, res: Response): Promise<void> {
  const { 'g-recaptcha-response': verification = '', ...fields }: Fields = Object(req.body)
  try {
    const wanted = parse(linkRequestSchema, { ...fields, verification })
    await askForLink(ctx, wanted, req, { res, tokenRequired: false })
    res.redirect(303, routes.licencesSent)
  } catch (error) {
    await sendRefusal(ctx, res, routes.licences, { error, values: textsOf(fields) })
  }
}

function isForm(req: Request): boolean {
  return Boolean(req.is('application/x-www-form-urlencoded'))
}

function tokenOf({ body }: Request): string {
  const { token } = Object(body) as Fields
  return typeof token === 'string' ? token : ''
}

function textsOf(fields: Fields): Record<string, string> {
  const texts = Object.entries(fields).filter(
    ([, value]) => typeof value === 'string' && value.length <= 1000,
  )
  return Object.fromEntries(texts) as Record<string, string>
}
