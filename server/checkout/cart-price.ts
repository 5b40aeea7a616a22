import { Router } from 'express'
import { priceCartSchema } from '#shared/checkout.ts'
import type { CartPrice } from '#shared/price-answer.ts'
import type { ShopContext } from '../context.ts'
import { methodNotAllowed } from '../http/errors.ts'
import { parse } from '../http/parse.ts'
import { priceItems } from './price-items.ts'
import { viewAmounts } from './price-order.ts'
import { priceWithCode, viewCode } from './price-with-code.ts'

export function createRouter(shop: ShopContext): Router {
  const router = Router()
  router.post('/', async (req, res) => {
    res.set('Cache-Control', 'no-store').json(await priceCart(shop, req.body))
  })
  router.all('/', methodNotAllowed('POST'))
  return router
}

async function priceCart(shop: ShopContext, body: unknown): Promise<CartPrice> {
  const { items, code, country } = parse(priceCartSchema, body)
  const unpriced = priceItems(items, shop.library.typed.pricing)
  const priced = await priceWithCode(shop, unpriced, { code, country })
  const { lines, discount, total, tax, currency, terms } = priced
  return {
    lines: lines.map((line) => ({ ...viewAmounts(line), discounts: line.discounts })),
    discount,
    total,
    tax,
    currency,
    code: terms && viewCode(terms, currency),
  }
}
