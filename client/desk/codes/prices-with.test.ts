import { expect, test } from 'vitest'
import type { CodeTerms } from '#shared/pricing/discounts.ts'
import type { Product } from '#shared/pricing/pricing.ts'
import { pricesWith } from './prices-with.ts'

const plan = (name: string, unitAmount: number, renewal?: number) =>
  ({
    sku: name.toLowerCase(),
    name,
    unitAmount,
    ...(renewal && { renewal: { unitAmount: renewal, updatesMonths: 12, maxYears: 3 } }),
  }) as Product
const pricing = { products: [plan('Solo', 8900, 3900), plan('Studio', 22_900)], tax: null }
const terms: CodeTerms = { code: 'A', percent: 10, amount: null, skus: null, appliesTo: 'new' }

test.each([
  [
    {},
    [
      ['Solo', 8010],
      ['Studio', 20_610],
    ],
    [],
  ],
  [{ skus: ['studio'] }, [['Studio', 20_610]], []],
  [{ appliesTo: 'renewal' as const }, [], [['Solo', 3510]]],
  [
    { percent: null, amount: 10_000, appliesTo: 'any' as const },
    [
      ['Solo', 0],
      ['Studio', 12_900],
    ],
    [['Solo', 0]],
  ],
])('a code of %j makes licences cost %j and renewals %j', (change, licences, renewals) => {
  const prices = pricesWith({ ...terms, ...change }, pricing)
  const pairs = (list: { name: string; amount: number }[]) => list.map(({ name, amount }) => [name, amount])
  expect([pairs(prices.licences), pairs(prices.renewals)]).toEqual([licences, renewals])
})
