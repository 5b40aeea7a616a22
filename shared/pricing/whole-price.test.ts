import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withWholePrice } from './whole-price.ts'

test('a price times its quantity is the line’s total, whatever was taken off', () => {
  expect(withWholePrice({ description: 'Solo', qty: 7, total: 56_070 })).toEqual({
    description: 'Solo',
    qty: 7,
    total: 56_070,
    unitAmount: 8010,
  })
  expect(withWholePrice({ description: 'Solo', qty: 3, total: 100 })).toEqual({
    description: '3 × Solo',
    qty: 1,
    total: 100,
    unitAmount: 100,
  })
  const line = fc.record({
    description: fc.string(),
    qty: fc.integer({ min: 1, max: 999 }),
    total: fc.nat(10_000_000),
  })
  fc.assert(
    fc.property(line, (given) => {
      const { qty, unitAmount, total } = withWholePrice(given)
      expect(qty * unitAmount).toBe(given.total)
      expect(total).toBe(given.total)
      expect(Number.isInteger(unitAmount)).toBe(true)
    }),
  )
})
