import { Router } from 'express'
import { pageQuerySchema } from '#shared/desk/requests.ts'
import type { AppContext } from '../../context.ts'
import { methodNotAllowed } from '../../http/errors.ts'
import { cursorOf, parseQuery } from '../query.ts'
import { allow } from '../staff.ts'
import { listAudit } from './list-audit.ts'

export function createRouter(ctx: AppContext): Router {
  const router = Router()
  router.get('/', allow(ctx, 'audit'), async (req, res) => {
    const { after, limit } = parseQuery(pageQuerySchema, req)
    res.json(await listAudit(ctx.database.db, { after: cursorOf({ after }), limit }))
  })
  router.all('/', methodNotAllowed('GET', 'HEAD'))
  return router
}
