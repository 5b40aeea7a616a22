import type { CheckoutOrder } from '#shared/checkout.ts'
import type { CodeTerms } from '#shared/price-lines.ts'
import { codeInvalid, readCode } from '../codes/codes.ts'
import { requireUseLeft } from '../codes/uses.ts'
import type { QuoteRow } from '../db/rows/quotes.ts'
import { changeLines } from '../licensing/changes/quote.ts'
import type { Shop } from '../orders/settle.ts'
import type { Basket } from './place-order.ts'
import { priceItems, requireBuyer } from './price-items.ts'
import { type PricedOrder, priceOrder, type UnpricedLine } from './price-lines.ts'

type Pricing = Pick<Shop, 'library' | 'database' | 'keyring' | 'clock'>

/** Prices the body at today's prices. @throws AppError 422 as `priceItems`, `priceWithCode`, `requireBuyer` and `changeLines` */
export async function readBasket(ctx: Pricing, checkout: CheckoutOrder): Promise<Basket> {
  const { pricing } = ctx.library.typed
  const { customer, code } = checkout
  const lines =
    'licence' in checkout
      ? await changeLines(ctx, checkout.licence, checkout.change)
      : priceItems(checkout.items, pricing)
  const priced = await priceWithCode(ctx, lines, { code, country: customer.country, email: customer.email })
  requireBuyer(priced.total, customer, pricing.tax)
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
    customer: {
      name: quote.customer_name,
      email: quote.customer_email,
      companyName: quote.company_name ?? undefined,
      abn: quote.abn ?? undefined,
      vatId: quote.vat_id ?? undefined,
      country: quote.country,
    },
    priceVersion: quote.price_version,
    tax: quote.tax_rule === null ? null : JSON.parse(quote.tax_rule),
  }
}

/** @throws AppError 422 `code_invalid` for a code that is unknown, expired, used up, or not for these lines */
export async function priceWithCode(
  ctx: Pricing,
  lines: UnpricedLine[],
  { code, country, email }: { code: string | undefined; country: string; email: string | null },
): Promise<PricedOrder & { terms: CodeTerms | null }> {
  const { site, pricing } = ctx.library.typed
  const { db } = ctx.database
  if (!code) return { ...priceOrder(lines, pricing, { country }), terms: null }
  const terms = await readCode(db, code, { now: ctx.clock(), timeZone: site.company.timeZone })
  const priced = priceOrder(lines, pricing, { country, code: terms })
  if (!priced.code) throw codeInvalid(`${code} takes nothing off what is in this cart.`)
  await requireUseLeft(db, code, email)
  return { ...priced, terms }
}
