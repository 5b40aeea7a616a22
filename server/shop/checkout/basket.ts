import type { CheckoutOrder } from '#shared/orders/checkout.ts'
import type { Clock, Data, Keys, Seller } from '../../context.ts'
import { changeLines } from '../../licences/changes/offer-change.ts'
import type { QuoteRow } from '../../runtime/db/rows/quotes.ts'
import { customerOf } from './buyer-columns.ts'
import type { Basket } from './create-order.ts'
import { priceWithCode } from './price-with-code.ts'
import { priceItems } from './read-items.ts'
import { requireBuyer } from './require-buyer.ts'

/** Prices the body at today's prices. @throws AppError 422 as `priceItems`, `priceWithCode`, `requireBuyer` and `changeLines` */
export async function readBasket(
  ctx: Data & Keys & Clock & Seller,
  checkout: CheckoutOrder,
): Promise<Basket> {
  const { pricing } = ctx.library.typed
  const { customer, code } = checkout
  const lines =
    'licence' in checkout
      ? await changeLines(ctx, checkout.licence, checkout.change)
      : priceItems(checkout.items, pricing)
  const priced = await priceWithCode(ctx, lines, { code, country: customer.country })
  requireBuyer(priced.total, customer, pricing)
  return { priced, customer, priceVersion: pricing.version, tax: pricing.tax }
}

/** A quote fixes its prices, tax and buyer. */
export function basketOf(quote: QuoteRow): Basket {
  return {
    priced: {
      lines: JSON.parse(quote.lines),
      currency: quote.currency,
      discount: quote.discount,
      total: quote.total,
      tax: quote.tax,
      code: quote.code,
    },
    customer: customerOf(quote),
    priceVersion: quote.price_version,
    tax: quote.tax_rule === null ? null : JSON.parse(quote.tax_rule),
  }
}
