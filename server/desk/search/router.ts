import { Router } from 'express'
import { searchQuerySchema } from '#shared/desk/requests.ts'
import type { AppContext } from '../../context.ts'
import { methodNotAllowed } from '../../http/errors.ts'
import { parseQuery } from '../query.ts'
import { allow, staffOf } from '../staff.ts'
import { search } from './search.ts'

export function createRouter(ctx: AppContext): Router {
  const router = Router()
  router.get('/', allow(ctx, 'search'), async (req, res) => {
    const { q } = parseQuery(searchQuerySchema, req)
    res.json(await search(ctx, q, staffOf(res)))
  })
  router.all('/', methodNotAllowed('GET', 'HEAD'))
  return router
}
