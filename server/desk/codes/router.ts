import { Router } from 'express'
import { type NewCode, newCodeSchema, tidyCode } from '#shared/codes.ts'
import type { DeskCode } from '#shared/desk/code-answers.ts'
import { addCode, endCode, listCodes, requireLasting } from '../../codes/codes.ts'
import type { AppContext } from '../../context.ts'
import { methodNotAllowed } from '../../http/errors.ts'
import { invalid, parse } from '../../http/parse.ts'
import { momentOf } from '../../moment.ts'
import { actOnce } from '../act-once.ts'
import { allow } from '../staff.ts'
import { viewCode } from './view-code.ts'

export function createRouter(ctx: AppContext): Router {
  const { db } = ctx.database
  const router = Router()
  router.get('/', allow(ctx, 'codes'), async (_req, res) => {
    res.json({ codes: (await listCodes(db, ctx.clock())).map(viewCode) })
  })
  const add = actOnce(ctx, 'codes', {
    status: 201,
    read: (req) => parse(newCodeSchema, req.body ?? {}),
    async run(_req, code, { who, bind }) {
      requireSold(code)
      const acting = { who, ...momentOf(ctx) }
      await ctx.database.db.transaction().execute(async (trx) => {
        await addCode(trx, code, acting)
        await bind(trx, code.code)
      })
    },
    answer: (_req, name) => viewNamed(name),
  })
  router.post('/', ...add)
  const end = actOnce(ctx, 'codes', {
    read: () => ({}),
    async run(req, _body, { who, bind }) {
      const acting = { who, ...momentOf(ctx) }
      const name = tidyCode(String(req.params.code).slice(0, 100))
      await ctx.database.db.transaction().execute(async (trx) => {
        await endCode(trx, name, acting)
        await bind(trx, name)
      })
    },
    answer: (_req, name) => viewNamed(name),
  })
  router.post('/:code/end', ...end)
  router.all('/', methodNotAllowed('GET', 'HEAD', 'POST'))
  router.all('/:code/end', methodNotAllowed('POST'))
  return router

  /** @throws AppError 422 for a last day that is over, or a product that isn't sold */
  function requireSold(code: NewCode): void {
    const { pricing, site } = ctx.library.typed
    requireLasting(code, { now: ctx.clock(), timeZone: site.company.timeZone })
    const unknown = code.skus?.find((sku) => !pricing.products.some((product) => product.sku === sku))
    if (unknown === undefined) return
    const detail = `${unknown} isn’t sold.`
    throw invalid([{ pointer: '/skus', code: 'sku_unknown', detail }], 'sku_unknown')
  }

  async function viewNamed(name: string): Promise<{ code: DeskCode | null }> {
    const found = (await listCodes(db, ctx.clock())).find(({ code }) => code === name)
    return { code: found ? viewCode(found) : null }
  }
}
