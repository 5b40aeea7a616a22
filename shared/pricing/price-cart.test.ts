import fc from 'fast-check'
import { expect, test } from 'vitest'
import { priceCart } from './price-cart.ts'
import type { Pricing, Product } from './pricing.ts'

const product = (sku: string, unitAmount: number): Product => ({
  sku,
  name: sku,
  summary: '',
  features: [],
  unitAmount,
  licence: { seats: 1, updatesMonths: 12 },
  maxQty: 99,
  featured: false,
})
const pricing: Pricing = {
  version: '1',
  currency: 'AUD',
  taxIncluded: true,
  tax: { name: 'GST', divisor: 11 },
  products: [product('solo', 8900), product('studio', 22900)],
}

test('a cart costs its quantities at the list’s prices', () => {
  const priced = priceCart(
    [
      { sku: 'solo', qty: 2 },
      { sku: 'studio', qty: 1 },
    ],
    pricing,
  )
  expect(priced).toMatchObject({ total: 40_700, tax: 3700, beforeTax: 37_000 })
  expect(priced.lines.map(({ amount }) => amount)).toEqual([17_800, 22_900])
})

test('a sku that is no longer sold stays in the list and costs nothing', () => {
  const { lines, total } = priceCart([{ sku: 'gone', qty: 3 }], pricing)
  expect(lines).toEqual([
    { sku: 'gone', qty: 3, product: null, amount: 0, tax: 0, discount: 0, discounts: [] },
  ])
  expect(total).toBe(0)
})

test('amounts are whole cents, and tax and the rest make the total', () => {
  const line = fc.record({
    sku: fc.constantFrom('solo', 'studio', 'gone'),
    qty: fc.integer({ min: 1, max: 1_000_000 }),
  })
  fc.assert(
    fc.property(fc.array(line), (cart) => {
      const { lines, total, tax, beforeTax } = priceCart(cart, pricing)
      expect(lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(total)
      expect(tax + beforeTax).toBe(total)
      for (const amount of [total, tax, beforeTax]) expect(Number.isSafeInteger(amount)).toBe(true)
    }),
  )
})
