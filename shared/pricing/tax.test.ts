import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { percentOf, type Tax, taxIncluded, taxRuleFor } from './tax.ts'
import { taxSchema } from './tax-schema.ts'

const gst: Tax = { name: 'GST', divisor: 11 }
const newZealand: Tax = { name: 'GST', rate: [15, 100], included: true, country: 'NZ' }

describe('the tax in a total', () => {
  test.each([
    [8900, 809],
    [22900, 2082],
    [69000, 6273],
    [0, 0],
    [1100, 100],
    [5, 0],
    [6, 1],
  ])('of %i cents is %i of Australian GST', (total, tax) => {
    expect(taxIncluded(total, gst)).toBe(tax)
  })

  test('is three twenty-thirds in New Zealand', () => {
    expect([11_500, 2300, 8900].map((total) => taxIncluded(total, newZealand))).toEqual([1500, 300, 1161])
  })

  test('is nothing where the seller charges none', () => {
    expect(taxIncluded(8900, null)).toBe(0)
  })

  test('is never more than half a cent from its exact value', () => {
    const rate = fc.tuple(fc.integer({ min: 1, max: 99 }), fc.integer({ min: 100, max: 1000 }))
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), rate, (total, [share, net]) => {
        const tax = taxIncluded(total, { name: 'VAT', rate: [share, net], included: true, country: 'NZ' })
        expect(Math.abs(2 * (tax * (share + net) - total * share))).toBeLessThanOrEqual(share + net)
      }),
    )
  })

  test('is as before for GST: (2 × total + 11) / 22, rounded down', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000_000_000 }), (total) => {
        expect(taxIncluded(total, gst)).toBe(Math.floor((2 * total + 11) / 22))
      }),
    )
  })
})

test('buyers at home pay the tax, and buyers elsewhere pay none', () => {
  expect(taxRuleFor(gst, 'AU')).toBe(gst)
  expect(taxRuleFor(gst, 'NZ')).toBeNull()
  expect(taxRuleFor(newZealand, 'NZ')).toBe(newZealand)
  expect(taxRuleFor(newZealand, 'AU')).toBeNull()
  expect(taxRuleFor(null, 'AU')).toBeNull()
})

test('a rate reads as people say it', () => {
  expect([gst, newZealand, { name: 'VAT', rate: [25, 200] as [number, number] }].map(percentOf)).toEqual([
    '10%',
    '15%',
    '12.5%',
  ])
})

test.each([[gst], [newZealand], [null]])('%j is a tax', (tax) => {
  expect(taxSchema.parse(tax)).toEqual(tax)
})

test.each([
  [{ name: 'GST' }],
  [{ name: 'GST', divisor: 10 }],
  [{ name: 'GST', divisor: 11, rate: [15, 100], country: 'NZ' }],
  [{ name: 'GST', rate: [15, 100] }],
  [{ name: 'GST', rate: [15, 100], included: false, country: 'NZ' }],
  [{ name: 'GST', divisor: 11, contry: 'AU' }],
])('%j is none', (tax) => {
  expect(taxSchema.safeParse(tax).success).toBe(false)
})
