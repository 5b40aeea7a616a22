import { type Request, type Response, Router } from 'express'
import { routes } from '#shared/routes.ts'
import type { AppContext } from '../../context.ts'
import { failedPage } from '../../http/failed-page.ts'
import type { FormContext } from '../../http/form-page.ts'
import { limitRefusals } from '../../middleware/rate-limit.ts'
import { readLicenceToken } from '../licence-token.ts'
import { optOut } from './opt-out.ts'

/** The one click that stops reminders: a mail program's (RFC 8058), or the button of the page. */
export function createRouter(ctx: FormContext): Router {
  const router = Router()
  router.post(
    routes.stopReminders,
    limitRefusals(ctx.rateLimits.refusals),
    async (req: Request, res: Response) => {
      const email = await findEmail(ctx, String(req.query.t ?? ''))
      if (email !== null) await optOut(ctx.database.db, email, ctx.clock())
      const isStopped = email !== null
      const answer = { status: isStopped ? 200 : 422, data: { isStopped } }
      await ctx.sendFormPage(res, routes.stopReminders, answer)
    },
  )
  router.use(routes.stopReminders, failedPage(ctx.log))
  return router
}

async function findEmail(
  { database: { db }, keyring }: Pick<AppContext, 'database' | 'keyring'>,
  token: string,
): Promise<string | null> {
  const id = readLicenceToken('reminder opt-out', token, await keyring.secrets(db))
  if (id === null) return null
  const licence = await db.selectFrom('licences').select('email').where('id', '=', id).executeTakeFirst()
  return licence?.email ?? null
}
