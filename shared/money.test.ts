import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatMoney, taxIncluded, wholeMoney } from './money.ts'

describe('formatMoney', () => {
  it.each([
    [0, '$0.00'],
    [5, '$0.05'],
    [22900, '$229.00'],
    [123456789, '$1,234,567.89'],
    [-8900, '-$89.00'],
  ])('writes %i cents as %s', (cents, text) => {
    expect(formatMoney(cents, 'AUD')).toBe(text)
  })

  it('loses no cent', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9_000_000_000_000 }), (cents) => {
        expect(Number(formatMoney(cents, 'AUD').replace(/\D/g, ''))).toBe(cents)
      }),
    )
  })
})

describe('wholeMoney', () => {
  it('leaves cents out when there are none', () => {
    expect(wholeMoney(22900, 'AUD')).toEqual({ symbol: '$', amount: '229' })
    expect(wholeMoney(129900, 'AUD')).toEqual({ symbol: '$', amount: '1,299' })
  })

  it('keeps both digits when there are some', () => {
    expect(wholeMoney(22950, 'AUD')).toEqual({ symbol: '$', amount: '229.50' })
  })
})

describe('taxIncluded', () => {
  it.each([
    [8900, 809],
    [22900, 2082],
    [69000, 6273],
    [0, 0],
    [1100, 100],
    [5, 0],
    [6, 1],
  ])('finds in %i cents %i of GST', (total, tax) => {
    expect(taxIncluded(total)).toBe(tax)
  })

  it('is never more than half a cent from an eleventh', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000_000_000 }), (total) => {
        const error = 11 * taxIncluded(total) - total
        expect(Math.abs(2 * error)).toBeLessThanOrEqual(11)
      }),
    )
  })
})
