import { type RequestHandler, Router } from 'express'
import { deskApiRoutes, deskRoutes } from '#shared/routes/desk-routes.ts'
import { findLinkEmail } from '../../people/sign-in/mail-links.ts'
import { setSessionCookie } from '../../people/sign-in/session-cookie.ts'
import { deskPurpose } from '../../people/sign-in/session-lifetimes.ts'
import { openSession } from '../../people/sign-in/sessions.ts'
import type { Trx } from '../../runtime/db/database.ts'
import { momentOf } from '../../runtime/moment.ts'
import { formMethods } from '../../web/http/errors.ts'
import type { FormContext } from '../../web/http/form-page.ts'
import { parseForm } from '../../web/http/parse-body.ts'
import { type Fields, readFields } from '../forms/read-fields.ts'
import type { Act, Submit } from '../forms/submit.ts'
import { admitMember, findMember } from './members.ts'

/** @param limits rate limit for each form */
export function createRouter(ctx: FormContext, submit: Submit, limits: RequestHandler[]): Router {
  const { config, database, library } = ctx
  const router = Router()
  router.all([deskRoutes.open, deskRoutes.signIn], formMethods)
  router.post(deskRoutes.open, ...limits, parseForm, async (req, res) => {
    const { token } = Object(req.body) as Record<string, unknown>
    const [link, moment] = [String(token ?? ''), momentOf(ctx)]
    const email = await findLinkEmail(database.db, link, deskPurpose.name, moment.now)
    // The command line may have read a newer site.yml than this process.
    if (email !== null && !(await findMember(database.db, library.typed.site, email)))
      return ctx.sendFormPage(res, deskRoutes.open, { status: 403, data: { stranger: email } })
    const admit = (trx: Trx, who: string) => admitMember(trx, library.typed.site, who)
    const session = await openSession(database.db, link, deskPurpose, moment, admit)
    if (session === null)
      return ctx.sendFormPage(res, deskRoutes.open, { status: 410, data: { spent: true } })
    setSessionCookie(res, config, deskPurpose, session.token)
    res.redirect(303, session.subject ?? deskRoutes.home)
  })
  router.post(deskRoutes.signIn, ...limits, parseForm, (req, res) => submit(req, res, askForLink))
  router.post(deskRoutes.signOut, ...limits, (req, res) => submit(req, res, signOut))
  return router
}

const askForLink: Act = {
  api: deskApiRoutes.link,
  page: deskRoutes.signIn,
  next: deskRoutes.sent,
  read: readLink,
}

/** The human check's script sets its own field name. A used token must not return with the page. */
function readLink(form: Record<string, unknown>): Fields {
  const { email = '', to = '', 'g-recaptcha-response': verification = '' } = readFields(form).values
  return { values: { email, to }, body: { email, to, verification }, errors: [] }
}

const signOut: Act = { api: deskApiRoutes.signOut, page: deskRoutes.home, next: deskRoutes.signIn }
