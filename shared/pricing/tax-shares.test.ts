import fc from 'fast-check'
import { expect, test } from 'vitest'
import { taxIncluded } from './tax.ts'
import { shareTax } from './tax-shares.ts'

test('line taxes sum to the tax, each within a cent of its exact share', () => {
  const amounts = fc.array(fc.integer({ min: 1, max: 100_000_00 }), { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(amounts, (lines) => {
      const total = lines.reduce((sum, amount) => sum + amount, 0)
      const tax = taxIncluded(total, { name: 'GST', divisor: 11 })
      const shares = shareTax(lines, tax)
      expect(shares.reduce((sum, share) => sum + share, 0)).toBe(tax)
      shares.forEach((share, index) => {
        expect(Math.abs(share - ((lines[index] ?? 0) * tax) / total)).toBeLessThan(1)
      })
    }),
  )
})

test('the largest remainders get the cents that are left', () => {
  expect(shareTax([100, 100, 100], 28)).toEqual([10, 9, 9])
  expect(shareTax([8900, 22900], 2891)).toEqual([809, 2082])
  expect(shareTax([5, 6], 0)).toEqual([0, 0])
})
