import { type Request, type Response, Router } from 'express'
import { routes } from '#shared/routes/routes.ts'
import { formMethods } from '../../web/http/errors.ts'
import { failedPage } from '../../web/http/failed-page.ts'
import type { FormContext } from '../../web/http/form-page.ts'
import { limitRefusals } from '../../web/middleware/rate-limit.ts'
import { optOut } from './opt-out.ts'
import { findReminded } from './reminder-token.ts'

/** Stops reminders with one click, in a mail program (RFC 8058) or on the page. */
export function createRouter(ctx: FormContext): Router {
  const router = Router()
  router.all(routes.unsubscribe, formMethods)
  router.post(
    routes.unsubscribe,
    limitRefusals(ctx.rateLimits.refusals),
    async (req: Request, res: Response) => {
      const { database, keyring, clock } = ctx
      const token = String(req.query.token ?? '')
      const email = await findReminded(database.db, 'reminder opt-out', token, keyring)
      if (email !== null) await optOut(database.db, email, clock())
      const isStopped = email !== null
      const answer = { status: isStopped ? 200 : 422, data: { isStopped } }
      await ctx.sendFormPage(res, routes.unsubscribe, answer)
    },
  )
  router.use(routes.unsubscribe, failedPage(ctx.log))
  return router
}
