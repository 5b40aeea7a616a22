import type { Cart } from './cart.ts'
import { taxIncluded } from './money.ts'
import type { Pricing, Product } from './pricing.ts'

/** A line of the cart with its price in cents. A sku that is no longer sold has no product. */
export type PricedLine = { sku: string; qty: number; product: Product | null; amount: number }

export type PricedCart = { lines: PricedLine[]; total: number; tax: number; beforeTax: number }

/** Prices a cart. Lines that are no longer sold cost nothing. */
export function priceCart(cart: Cart, pricing: Pricing): PricedCart {
  const products = new Map(pricing.products.map((product) => [product.sku, product]))
  const lines = cart.map(({ sku, qty }) => {
    const product = products.get(sku) ?? null
    return { sku, qty, product, amount: product ? product.unitAmount * qty : 0 }
  })
  const total = lines.reduce((sum, { amount }) => sum + amount, 0)
  const tax = taxIncluded(total)
  return { lines, total, tax, beforeTax: total - tax }
}
