import { type CodeTerms, priceLines } from '#shared/pricing/discounts.ts'
import type { Pricing, Product } from '#shared/pricing/pricing.ts'

type PlanPrice = { name: string; amount: number }

/** Prices in cents of one licence of each plan, and of one renewal, for plans to which the code applies. */
export function pricesWith(
  code: CodeTerms,
  { products, tax }: Pick<Pricing, 'products' | 'tax'>,
): { licences: PlanPrice[]; renewals: PlanPrice[] } {
  const price = (kind: 'new' | 'renewal', unitAmountOf: (product: Product) => number | undefined) =>
    products.flatMap((product) => {
      const unitAmount = unitAmountOf(product)
      if (unitAmount === undefined) return []
      const { total, codeApplies } = priceLines([{ sku: product.sku, qty: 1, unitAmount, kind }], {
        tax,
        code,
      })
      return codeApplies ? [{ name: product.name, amount: total }] : []
    })
  return {
    licences: price('new', ({ unitAmount }) => unitAmount),
    renewals: price('renewal', ({ renewal }) => renewal?.unitAmount),
  }
}
