import type { RequestHandler } from 'express'
import { type DeskAct, mayDo } from '#shared/desk/roles.ts'
import { deskRoutes } from '#shared/routes/desk-routes.ts'
import type { AppContext } from '../../context.ts'
import { allowLongBody } from '../../web/http/body-timeout.ts'
import type { FormContext } from '../../web/http/form-page.ts'
import { privateHeaders } from '../../web/http/private-headers.ts'
import { limitRate, limitRefusals } from '../../web/middleware/rate-limit.ts'
import { allow, findStaff, requireDesk } from '../staff.ts'

/** Checks the role before a file is read, because it may be large. Handlers get the person from `staffOf`. */
export function uploadGuards(ctx: AppContext, act: DeskAct): RequestHandler[] {
  return [requireDesk(ctx), privateHeaders, limitRate(ctx.rateLimits.desk), allow(ctx, act), takeTime]
}

/** The same checks for a form, whose sender gets pages instead of problem documents. */
export function uploadFormGuards(ctx: FormContext, page: string, act: DeskAct): RequestHandler[] {
  const { rateLimits } = ctx
  return [
    limitRate(rateLimits.desk),
    limitRefusals(rateLimits.refusals),
    admitToForm(ctx, page, act),
    takeTime,
  ]
}

const takeTime: RequestHandler = (req, _res, next) => {
  allowLongBody(req)
  next()
}

/** After signing in, people return to the address they asked for, or after a POST to its page. */
export function admitToForm(ctx: FormContext, page: string, act: DeskAct): RequestHandler {
  return async (req, res, next) => {
    const { cookie } = req.headers
    const staff = await findStaff(ctx, { cookie })
    const { signInAgainFor, signInFor } = deskRoutes
    if (!staff) return res.redirect(303, req.method === 'POST' ? signInAgainFor(page) : signInFor(req.path))
    if (!mayDo(staff.role, act)) return ctx.sendFormPage(res, page, { status: 403, data: null })
    res.locals.staff = staff
    next()
  }
}
