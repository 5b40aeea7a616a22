import type { z } from 'zod'
import type { priceCartSchema } from '#shared/orders/checkout.ts'
import type { CartPrice } from '#shared/pricing/price-answer.ts'
import type { ShopContext } from '../../context.ts'
import { viewAmounts } from './price-order.ts'
import { priceWithCode, viewCode } from './price-with-code.ts'
import { priceItems } from './read-items.ts'

export async function priceCart(
  shop: ShopContext,
  { items, code, country }: z.output<typeof priceCartSchema>,
): Promise<CartPrice> {
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
