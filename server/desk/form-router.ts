import express, { type Request, type RequestHandler, Router } from 'express'
import type { z } from 'zod'
import type { DeskLicence } from '#shared/desk/licence-answers.ts'
import type { DeskQuote } from '#shared/desk/quote-answers.ts'
import { endAccessQuerySchema } from '#shared/desk/requests/access.ts'
import { maxBodyBytes } from '#shared/http/body-limit.ts'
import { deskApiRoutes, deskPages, deskRoutes } from '#shared/routes/desk-routes.ts'
import { deskPurpose } from '../people/sign-in/lifetimes.ts'
import { findLinkEmail } from '../people/sign-in/mail-links.ts'
import { setSessionCookie } from '../people/sign-in/session-cookie.ts'
import { openSession } from '../people/sign-in/sessions.ts'
import type { Trx } from '../runtime/db/database.ts'
import { momentOf } from '../runtime/moment.ts'
import { formMethods } from '../web/http/errors.ts'
import { failedPage } from '../web/http/failed-page.ts'
import type { FormContext } from '../web/http/form-page.ts'
import { parseForm } from '../web/http/parse-body.ts'
import { privateHeaders } from '../web/http/private-headers.ts'
import { limitRate, limitRefusals } from '../web/middleware/rate-limit.ts'
import { deskEndpoints } from './api.ts'
import type { Desk } from './desk.ts'
import { readAnswer } from './forms/answer-fields.ts'
import { isBookedBefore, readChosenLines, restOfBooking } from './forms/chosen-lines.ts'
import { readCodeFields } from './forms/code-fields.ts'
import { readImportChoices, readImportRun } from './forms/import-fields.ts'
import { readLinkFields } from './forms/link-fields.ts'
import { readQuoteFields } from './forms/quote-fields.ts'
import { type Fields, readInput } from './forms/read-fields.ts'
import { type Act, createSubmit } from './forms/submit.ts'
import * as imports from './imports/form-router.ts'
import { reopenWithStrictCookie } from './reopen-with-strict-cookie.ts'
import { admitMember, findMember } from './sign-in/members.ts'
import { findStaff, requireDesk } from './staff.ts'
import * as statement from './statement/form-router.ts'

/** An order may have hundreds of licences to tick. */
const parseDeskForm = express.urlencoded({ extended: false, limit: maxBodyBytes, parameterLimit: 1000 })

/**
 * Forms work without script and post to `/desk` where the API has `/api/desk`. Each act redirects, so that a reload repeats
 * nothing.
 */
export function createRouter(ctx: FormContext, desk: Desk): Router {
  const { config, rateLimits, database, library } = ctx
  const submit = createSubmit(ctx, desk)
  const router = Router()
  router.use(deskRoutes.home, (req, res, next) => {
    const isRead = req.method === 'GET' || req.method === 'HEAD'
    // The site's own page answers 404.
    if (isRead && library.typed.site.staff.length === 0) return next('router')
    requireDesk(ctx)(req, res, next)
  })
  router.use(deskRoutes.home, privateHeaders, reopenWithStrictCookie(config))
  router.use(deskRoutes.home, limitPages(limitRate(rateLimits.desk)))
  const limits = [limitRate(rateLimits.desk), limitRefusals(rateLimits.refusals)]
  router.all([deskRoutes.open, deskRoutes.signIn], formMethods)
  router.post(deskRoutes.open, ...limits, parseForm, async (req, res) => {
    const { token } = Object(req.body) as Record<string, unknown>
    const [link, moment] = [String(token ?? ''), momentOf(ctx)]
    const email = await findLinkEmail(database.db, link, deskPurpose.name, moment.now)
    // The command line may have read a newer site.yml than this site.
    if (email !== null && !(await findMember(database.db, library.typed.site, email)))
      return ctx.sendFormPage(res, deskRoutes.open, { status: 403, data: { stranger: email } })
    const admit = (trx: Trx, who: string) => admitMember(trx, library.typed.site, who)
    const session = await openSession(database.db, link, deskPurpose, moment, admit)
    if (session === null)
      return ctx.sendFormPage(res, deskRoutes.open, { status: 410, data: { spent: true } })
    setSessionCookie(res, config, deskPurpose, session.token)
    res.redirect(303, session.subject ?? deskRoutes.home)
  })

  const link: Act = {
    api: deskApiRoutes.link,
    page: deskRoutes.signIn,
    next: deskRoutes.sent,
    read: readLinkFields,
  }
  router.post(deskRoutes.signIn, ...limits, parseForm, (req, res) => submit(req, res, link))
  const end: Act = { api: deskApiRoutes.signOut, page: deskRoutes.home, next: deskRoutes.signIn }
  router.post(deskRoutes.signOut, ...limits, (req, res) => submit(req, res, end))
  post(deskRoutes.newLicence, () => ({
    api: deskApiRoutes.licences,
    page: deskRoutes.newLicence,
    next: (answer) =>
      `${deskRoutes.licence((answer as { licence: DeskLicence }).licence.id)}?done=issue#done`,
  }))
  post(deskRoutes.newQuote, () => ({
    api: deskApiRoutes.quotes,
    page: deskRoutes.newQuote,
    next: (answer) => `${deskRoutes.quote((answer as { quote: DeskQuote }).quote.id)}?done=make#done`,
    read: readQuoteFields,
  }))
  post(deskRoutes.codes, () => ({
    api: deskApiRoutes.codes,
    page: deskRoutes.codes,
    next: `${deskRoutes.codes}?done=add#done`,
    read: readCodeFields,
  }))
  post(deskRoutes.staff, () => ({
    api: deskApiRoutes.staff,
    page: deskRoutes.staff,
    next: `${deskRoutes.staff}?done=add#done`,
  }))
  router.use(statement.createRouter(ctx))
  router.use(imports.createRouter(ctx))
  for (const [folder, ofFolder] of Map.groupBy(acts, (each) => each.folder)) {
    const pageOf = pages[folder] ?? (() => `${deskRoutes.home}/${folder}`)
    const actOf = ({ id = '', act = '' }: Record<string, string>): Act => ({
      read: (form) => {
        const read = ownReaders[`${folder}/${act}`] ?? readInput
        return read(form, ofFolder.find((each) => each.act === act)?.input)
      },
      api: `/api/desk/${folder}/${encodeURIComponent(id)}/${encodeURIComponent(act)}`,
      page: pageOf(id),
      confirmPage: `${deskRoutes.home}/${folder}/${encodeURIComponent(id)}/${encodeURIComponent(act)}`,
      next: (_answer, { credit }) => `${pageOf(id)}?done=${credit ? 'credit' : encodeURIComponent(act)}#done`,
      ...(folder === 'statement' && {
        rest: restOfBooking,
        next: (answer) =>
          `${pageOf(id)}?done=${isBookedBefore(answer) ? 'already' : encodeURIComponent(act)}#done`,
      }),
    })
    const form = `${deskRoutes.home}/${folder}/:id`
    post(`${form}/:act`, actOf)
    // A refused form leaves its own address in the browser.
    router.get(`${form}/:act`, (req, res, next) => {
      const { id, act } = req.params as Record<string, string>
      if (!pagePaths.has(`${form}/${act}`)) return res.redirect(303, pageOf(String(id)))
      if (Object.keys(req.query).length === 0) return next()
      return submit(req, res, actOf(req.params as Record<string, string>))
    })
  }
  for (const folder of ['sessions', 'tokens']) {
    post(`${deskRoutes.home}/${folder}/:id/end`, ({ id = '' }) => ({
      method: 'delete',
      api: `/api/desk/${folder}/${encodeURIComponent(id)}`,
      page: deskRoutes.sessions,
      confirmPage: `${deskRoutes.home}/${folder}/${encodeURIComponent(id)}/end`,
      next: `${deskRoutes.sessions}?done=${folder}#done`,
      read: (form) => readInput(form, endAccessQuerySchema),
    }))
  }
  router.use(deskRoutes.home, failedPage(ctx.log))
  return router

  /** Asks who it is before it reads what they typed. */
  function post(path: string, actOf: (params: Record<string, string>) => Act): void {
    const actOn = (req: Request) => actOf(req.params as Record<string, string>)
    const requireStaff: RequestHandler = async (req, res, next) => {
      const { cookie } = req.headers
      if (await findStaff(ctx, { cookie })) next()
      else res.redirect(303, deskRoutes.signInAgainFor(actOn(req).page))
    }
    router.all(path, formMethods)
    router.post(path, ...limits, requireStaff, parseDeskForm, (req, res) => submit(req, res, actOn(req)))
  }
}

/** Forms have their own limit, which counts before their body is read. */
function limitPages(limit: RequestHandler): RequestHandler {
  return (req, res, next) => (req.method === 'GET' || req.method === 'HEAD' ? limit(req, res, next) : next())
}

/** Some acts have a page at their form's address. They do nothing before they are confirmed. */
const pagePaths = new Set<string>(Object.values(deskPages))

/** Forms whose fields aren't those of the act's input. */
const ownReaders: Record<string, typeof readInput> = {
  'imports/check': readImportChoices,
  'imports/run': readImportRun,
  'licences/details': readDetails,
  'messages/answer': readAnswer,
  'statement/confirm': readChosenLines,
}

/** An empty field is no limit. */
function readDetails(form: Record<string, unknown>, input: z.ZodType | undefined): Fields {
  const { values, body, errors } = readInput(form, input)
  return { values, body: { ...body, ...(values.offlineDays === '' && { offlineDays: 0 }) }, errors }
}

/** What the API does to one thing: "orders" and "cancel" of "/api/desk/orders/:id/cancel". */
const acts = deskEndpoints.flatMap(({ method, path, operation }) => {
  const [, folder, act] = /^\/api\/desk\/(\w+)\/:\w+\/([\w-]+)$/.exec(path) ?? []
  if (method !== 'post' || folder === undefined) return []
  return [{ folder, act, input: operation.body?.['application/json'] }]
})

/** Pages that show an act's result, where it isn't the list. */
const pages: Record<string, (id: string) => string> = {
  orders: deskRoutes.order,
  customers: deskRoutes.customer,
  quotes: deskRoutes.quote,
  licences: deskRoutes.licence,
  imports: deskRoutes.import,
  messages: deskRoutes.message,
  releases: deskRoutes.release,
  accounts: () => deskRoutes.statement,
  webhooks: () => deskRoutes.webhooks,
  statement: deskRoutes.statementOf,
}
