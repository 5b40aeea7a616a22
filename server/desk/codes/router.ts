import { Router } from 'express'
import { newCodeSchema, tidyCode } from '#shared/codes.ts'
import { addCode, endCode, listCodes, requireLasting } from '../../codes/codes.ts'
import type { AppContext } from '../../context.ts'
import { methodNotAllowed } from '../../http/errors.ts'
import { invalid, parse } from '../../http/parse.ts'
import { momentOf } from '../../moment.ts'
import { allow, staffOf } from '../staff.ts'
import { viewCode } from './view-code.ts'

export function createRouter(ctx: AppContext): Router {
  const { db } = ctx.database
  const router = Router()
  router.use(allow(ctx, 'codes'))
  router.get('/', async (_req, res) => {
    res.json({ codes: (await listCodes(db, ctx.clock())).map(viewCode) })
  })
  router.post('/', async (req, res) => {
    const code = parse(newCodeSchema, req.body ?? {})
    const { pricing, site } = ctx.library.typed
    const { products } = pricing
    requireLasting(code, { now: ctx.clock(), timeZone: site.company.timeZone })
    const unknown = code.skus?.find((sku) => !products.some((product) => product.sku === sku))
    if (unknown !== undefined) {
      const detail = `${unknown} isn’t sold.`
      throw invalid([{ pointer: '/skus', code: 'sku_unknown', detail }], 'sku_unknown')
    }
    const acting = { who: staffOf(res).email, ...momentOf(ctx) }
    const added = await db.transaction().execute((trx) => addCode(trx, code, acting))
    res.status(201).json({ code: viewCode(added) })
  })
  router.post('/:code/end', async (req, res) => {
    const acting = { who: staffOf(res).email, ...momentOf(ctx) }
    const name = tidyCode(String(req.params.code).slice(0, 100))
    const ended = await db.transaction().execute((trx) => endCode(trx, name, acting))
    res.json({ code: viewCode(ended) })
  })
  router.all('/', methodNotAllowed('GET', 'HEAD', 'POST'))
  router.all('/:code/end', methodNotAllowed('POST'))
  return router
}
