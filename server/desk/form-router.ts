import express, { type Request, type RequestHandler, Router } from 'express'
import type { DeskLicence } from '#shared/desk/licence-answers.ts'
import type { DeskQuote } from '#shared/desk/quote-answers.ts'
import { endAccessQuerySchema } from '#shared/desk/requests/access.ts'
import { maxBodyBytes } from '#shared/http/body-limit.ts'
import { deskApiRoutes, deskPages, deskRoutes } from '#shared/routes/desk-routes.ts'
import { formMethods } from '../web/http/errors.ts'
import { failedPage } from '../web/http/failed-page.ts'
import type { FormContext } from '../web/http/form-page.ts'
import { isRead } from '../web/http/is-read.ts'
import { privateHeaders } from '../web/http/private-headers.ts'
import { limitRate, limitRefusals } from '../web/middleware/rate-limit.ts'
import { deskEndpoints } from './api.ts'
import type { Desk } from './desk.ts'
import { isBookedBefore, readChosenLines, restOfBooking } from './forms/chosen-lines.ts'
import {
  readAnswer,
  readCodeFields,
  readDetails,
  readImportChoices,
  readImportRun,
  readQuoteFields,
} from './forms/own-fields.ts'
import { readInput } from './forms/read-fields.ts'
import { type Act, createSubmit } from './forms/submit.ts'
import * as imports from './imports/form-router.ts'
import { reopenWithStrictCookie } from './reopen-with-strict-cookie.ts'
import * as signIn from './sign-in/form-router.ts'
import { findStaff, requireDesk } from './staff.ts'
import * as statement from './statement/form-router.ts'

/** An order may have hundreds of licences to tick. */
const parseDeskForm = express.urlencoded({ extended: false, limit: maxBodyBytes, parameterLimit: 1000 })

/**
 * Forms work without script and post to `/desk` where the API has `/api/desk`. Each act redirects, so that a
 * reload repeats nothing.
 */
export function createRouter(ctx: FormContext, desk: Desk): Router {
  const { config, rateLimits, library } = ctx
  const submit = createSubmit(ctx, desk)
  const router = Router()
  router.use(deskRoutes.home, (req, res, next) => {
    // The site's own page handler answers 404.
    if (isRead(req) && library.typed.site.staff.length === 0) return next('router')
    requireDesk(ctx)(req, res, next)
  })
  router.use(deskRoutes.home, privateHeaders, reopenWithStrictCookie(config))
  router.use(deskRoutes.home, limitPages(limitRate(rateLimits.desk)))
  const limits = [limitRate(rateLimits.desk), limitRefusals(rateLimits.refusals)]
  router.use(signIn.createRouter(ctx, submit, limits))
  router.use(statement.createRouter(ctx), imports.createRouter(ctx))
  for (const [page, act] of Object.entries(makers)) post(page, () => ({ ...act, page }))
  for (const folder of new Set([...acts.values()].map((act) => act.folder))) {
    const form = `${deskRoutes.home}/${folder}/:id`
    post(`${form}/:act`, ({ id = '', act = '' }) => actOn(folder, id, act))
    // A refused form leaves its own address in the browser.
    router.get(`${form}/:act`, (req, res, next) => {
      const { id, act } = req.params as Record<'id' | 'act', string>
      if (!pagePaths.has(`${form}/${act}`)) return res.redirect(303, pageOf(folder, id))
      if (Object.keys(req.query).length === 0) return next()
      return submit(req, res, actOn(folder, id, act))
    })
  }
  for (const folder of ['sessions', 'tokens'])
    post(`${deskRoutes.home}/${folder}/:id/end`, ({ id = '' }) => endOf(folder, id))
  router.use(deskRoutes.home, failedPage(ctx.log))
  return router

  /** Checks the session before it reads the form's fields. */
  function post(path: string, actOf: (params: Record<string, string>) => Act): void {
    const formOf = (req: Request) => actOf(req.params as Record<string, string>)
    const requireStaff: RequestHandler = async (req, res, next) => {
      const { cookie } = req.headers
      if (await findStaff(ctx, { cookie })) next()
      else res.redirect(303, deskRoutes.signInAgainFor(formOf(req).page))
    }
    router.all(path, formMethods)
    router.post(path, ...limits, requireStaff, parseDeskForm, (req, res) => submit(req, res, formOf(req)))
  }
}

/** Forms that create something, by their page. */
const makers: Record<string, Omit<Act, 'page'>> = {
  [deskRoutes.newLicence]: {
    api: deskApiRoutes.licences,
    next: (answer) =>
      `${deskRoutes.licence((answer as { licence: DeskLicence }).licence.id)}?done=issue#done`,
  },
  [deskRoutes.newQuote]: {
    api: deskApiRoutes.quotes,
    next: (answer) => `${deskRoutes.quote((answer as { quote: DeskQuote }).quote.id)}?done=make#done`,
    read: readQuoteFields,
  },
  [deskRoutes.codes]: {
    api: deskApiRoutes.codes,
    next: `${deskRoutes.codes}?done=add#done`,
    read: readCodeFields,
  },
  [deskRoutes.staff]: { api: deskApiRoutes.staff, next: `${deskRoutes.staff}?done=add#done` },
}

/** Forms have their own rate limit, which counts before their body is read. */
function limitPages(limit: RequestHandler): RequestHandler {
  return (req, res, next) => (isRead(req) ? limit(req, res, next) : next())
}

/** Some forms' addresses are also pages, which show the act's effect before it is confirmed. */
const pagePaths = new Set<string>(Object.values(deskPages))

/** Forms whose fields aren't those of the act's input. */
const ownReaders: Record<string, typeof readInput> = {
  'imports/check': readImportChoices,
  'imports/run': readImportRun,
  'licences/details': readDetails,
  'messages/answer': readAnswer,
  'statement/confirm': readChosenLines,
}

/** API acts on one object: "orders/cancel" for "/api/desk/orders/:id/cancel". */
const acts = new Map(
  deskEndpoints.flatMap(({ method, path, operation }) => {
    const [, folder, act] = /^\/api\/desk\/(\w+)\/:\w+\/([\w-]+)$/.exec(path) ?? []
    if (method !== 'post' || folder === undefined) return []
    return [[`${folder}/${act}`, { folder, input: operation.body?.['application/json'] }]]
  }),
)

function actOn(folder: string, id: string, act: string): Act {
  const name = `${folder}/${act}`
  const page = pageOf(folder, id)
  const address = `${folder}/${encodeURIComponent(id)}/${encodeURIComponent(act)}`
  const doneAs = (done: string) => `${page}?done=${done}#done`
  return {
    api: `/api/desk/${address}`,
    page,
    confirmPage: `${deskRoutes.home}/${address}`,
    next: (_answer, { credit }) => doneAs(credit ? 'credit' : encodeURIComponent(act)),
    read: (form) => (ownReaders[name] ?? readInput)(form, acts.get(name)?.input),
    ...(folder === 'statement' && {
      next: (answer) => doneAs(isBookedBefore(answer) ? 'already' : encodeURIComponent(act)),
      rest: restOfBooking,
    }),
  }
}

/** Ends a session or an access token. */
function endOf(folder: string, id: string): Act {
  const address = `${folder}/${encodeURIComponent(id)}`
  return {
    method: 'delete',
    api: `/api/desk/${address}`,
    page: deskRoutes.sessions,
    confirmPage: `${deskRoutes.home}/${address}/end`,
    next: `${deskRoutes.sessions}?done=${folder}#done`,
    read: (form) => readInput(form, endAccessQuerySchema),
  }
}

/** The page that shows an act's result. */
export function pageOf(folder: string, id: string): string {
  return pages[folder]?.(id) ?? `${deskRoutes.home}/${folder}`
}

/** Pages of single objects; other acts return to the list. */
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
