import { expect, test } from 'vitest'
import { compareTotals } from './sum-sales.ts'

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
