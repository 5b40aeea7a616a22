import { Router } from 'express'
import { overviewQuerySchema } from '#shared/desk/requests.ts'
import type { AppContext } from '../../context.ts'
import { methodNotAllowed } from '../../http/errors.ts'
import { parseQuery } from '../query.ts'
import { allow, staffOf } from '../staff.ts'
import { readOverview } from './overview.ts'

export function createRouter(ctx: AppContext): Router {
  const router = Router()
  router.get('/', allow(ctx, 'overview'), async (req, res) => {
    const { days } = parseQuery(overviewQuerySchema, req)
    res.json(await readOverview(ctx, days, staffOf(res)))
  })
  router.all('/', methodNotAllowed('GET', 'HEAD'))
  return router
}
