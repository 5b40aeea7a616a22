import { Router } from 'express'
import { deskRoutes } from '#shared/desk-routes.ts'
import type { AppContext } from '../context.ts'
import { AppError } from '../http/errors.ts'
import { parseForm } from '../http/parse-body.ts'
import { privateHeaders } from '../http/private-headers.ts'
import { limitRate, limitRefusals } from '../middleware/rate-limit.ts'
import { momentOf } from '../moment.ts'
import { deskPurpose } from '../sign-in/purpose.ts'
import { setSessionCookie } from '../sign-in/session-cookie.ts'
import { openSession } from '../sign-in/sessions.ts'
import { requireDesk } from './staff.ts'

/** The button behind a mailed link, which spends it. */
export function createRouter(ctx: AppContext): Router {
  const { config, rateLimits, database } = ctx
  const router = Router()
  router.use(deskRoutes.home, requireDesk(ctx), privateHeaders)
  const form = [limitRate(rateLimits.desk), limitRefusals(rateLimits.refusals), parseForm]
  router.post(deskRoutes.open, ...form, async (req, res) => {
    const { token } = Object(req.body) as Record<string, unknown>
    const session = await openSession(database.db, String(token ?? ''), deskPurpose, momentOf(ctx))
    if (session === null)
      throw new AppError(410, 'link_spent', 'This link no longer opens. Ask for a new one.')
    setSessionCookie(res, config, deskPurpose, session)
    res.redirect(303, deskRoutes.home)
  })
  return router
}
