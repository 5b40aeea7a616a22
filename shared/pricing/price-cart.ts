import type { Cart } from './cart.ts'
import { type CodeTerms, type LinePrice, priceLines } from './discounts.ts'
import type { Pricing, Product } from './pricing.ts'

/** Amounts in cents. A discontinued sku has no product and costs nothing. */
export type PricedLine = { sku: string; qty: number; product: Product | null } & LinePrice

export type PricedCart = {
  lines: PricedLine[]
  discount: number
  total: number
  tax: number
  beforeTax: number
  /** Whether the code discounts any line. */
  codeApplies: boolean
}

/** Prices a cart for a domestic buyer, who pays the tax. */
export function priceCart(cart: Cart, { products, tax }: Pricing, code: CodeTerms | null = null): PricedCart {
  const bySku = new Map(products.map((product) => [product.sku, product]))
  const lines = cart.map(({ sku, qty }) => {
    const product = bySku.get(sku) ?? null
    return {
      sku,
      qty,
      product,
      kind: 'new' as const,
      unitAmount: product?.unitAmount ?? 0,
      volume: product?.volume,
    }
  })
  const priced = priceLines(lines, { tax, code })
  return {
    ...priced,
    lines: priced.lines.map(({ kind: _kind, unitAmount: _unitAmount, volume: _volume, ...line }) => line),
    beforeTax: priced.total - priced.tax,
  }
}
