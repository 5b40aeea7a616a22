import { formatIdentityFrom, mustNameBuyer } from '#shared/orders/buyer-identity.ts'
import type { ChangeOrder, CheckoutOrder, QuoteOrder } from '#shared/orders/checkout.ts'
import type { Pricing } from '#shared/pricing/pricing.ts'
import type { Clock, Data, Keys, Seller } from '../../context.ts'
import { changeLines } from '../../licences/changes/offer-change.ts'
import { buyerOf } from '../../runtime/db/rows/buyer.ts'
import type { QuoteRow } from '../../runtime/db/rows/quotes.ts'
import { invalid } from '../../web/http/parse.ts'
import type { Basket } from './create-order.ts'
import { priceWithCode } from './price-with-code.ts'
import { priceItems } from './read-items.ts'

type Buying = Pick<CheckoutOrder, 'customer' | 'code' | 'purchaseOrder' | 'eInvoice'>

/** Input that a checkout or a quote needs for its price. */
export type Priceable = Buying & ({ items: unknown[] } | Pick<ChangeOrder, 'licence' | 'change'>)

/**
 * Prices the body at today's prices.
 * @throws AppError 422 as `priceItems`, `priceWithCode`, `requireBuyer` and `changeLines` do
 */
export async function readBasket(ctx: Data & Keys & Clock & Seller, checkout: Priceable): Promise<Basket> {
  const { pricing } = ctx.library.typed
  const { customer, purchaseOrder, eInvoice, code } = checkout
  const lines =
    'licence' in checkout
      ? await changeLines(ctx, checkout.licence, checkout.change)
      : priceItems(checkout.items, pricing)
  const priced = await priceWithCode(ctx, lines, { code, country: customer.country })
  requireBuyer(priced.total, customer, pricing)
  return {
    priced,
    buyer: { ...customer, purchaseOrder, eInvoice },
    priceVersion: pricing.version,
    tax: pricing.tax,
  }
}

/**
 * A quote fixes prices, tax and buyer.
 * @param ordered overrides the quote's members, except undefined ones
 */
export function basketOf(
  quote: QuoteRow,
  { purchaseOrder, eInvoice }: Pick<QuoteOrder, 'purchaseOrder' | 'eInvoice'>,
): Basket {
  const quoted = buyerOf(quote)
  const buyer = eInvoice === undefined ? quoted : { ...quoted, eInvoice }
  return {
    priced: {
      lines: JSON.parse(quote.lines),
      currency: quote.currency,
      discount: quote.discount,
      total: quote.total,
      tax: quote.tax,
      code: quote.code,
    },
    buyer: purchaseOrder === undefined ? buyer : { ...buyer, purchaseOrder: purchaseOrder || undefined },
    priceVersion: quote.price_version,
    tax: quote.tax_rule === null ? null : JSON.parse(quote.tax_rule),
  }
}

/**
 * From `buyerIdentityFrom` on, an Australian tax invoice must identify its buyer by name, company or ABN.
 * @throws AppError 422 `buyer_identity_required`, or `validation_failed` if only the name is missing
 */
function requireBuyer(
  total: number,
  { name, companyName, abn, country }: CheckoutOrder['customer'],
  { tax, currency }: Pick<Pricing, 'tax' | 'currency'>,
): void {
  if (name) return
  const mustIdentify = mustNameBuyer(total, tax, country) && !companyName && !abn
  const detail = mustIdentify
    ? `From ${formatIdentityFrom(currency)} a tax invoice must name its buyer: enter your name, a company or an ABN.`
    : 'Enter your name.'
  const pointer = '/customer/name'
  throw mustIdentify
    ? invalid([{ pointer, code: 'buyer_identity_required', detail }], 'buyer_identity_required')
    : invalid([{ pointer, code: 'required', detail }])
}
