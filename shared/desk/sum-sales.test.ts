import { expect, test } from 'vitest'
import { compareTotals, foldPlans } from './sum-sales.ts'
import { saleKindWords } from './trend-answers.ts'

test.each([
  [148, 100, '48% more now'],
  [75, 100, '25% less now'],
  [100, 100, 'as much now'],
  [100, 0, ''],
  // More was refunded than sold.
  [100, -50, ''],
])('%i beside %i before is “%s”', (now, before, words) => {
  expect(compareTotals(now, before)).toBe(words)
})

test('new licences are told by plan, and changes of licences by their kind, the best first', () => {
  const sold = { licences: 1, total: 1000 }
  expect(
    foldPlans([
      { sku: 'solo', name: 'Solo', change: null, licences: 3, total: 5000 },
      { sku: 'solo', name: 'Solo', change: 'renewal', ...sold },
      { sku: 'studio', name: 'Studio', change: 'renewal', licences: 2, total: 9000 },
      { sku: 'solo', name: 'Solo', change: 'seats', ...sold },
      { sku: 'solo', name: 'Solo', change: 'ahead', licences: 1, total: 500 },
      { sku: 'studio', name: 'Studio', change: 'upgrade', licences: 4, total: 2000 },
    ]),
  ).toEqual([
    { name: 'Renewals', sold: 3, total: 10_000 },
    { name: 'Solo', sold: 3, total: 5000 },
    { name: 'Upgrades', sold: 4, total: 2000 },
    { name: 'Extra machines', sold: 1, total: 1000 },
    { name: saleKindWords.ahead, sold: 1, total: 500 },
  ])
})

test('each kind of sale has a name that a bar has room for', () => {
  for (const words of Object.values(saleKindWords)) expect(words.length).toBeLessThanOrEqual(26)
})
