import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CodeTerms, type PriceableLine, priceLines, volumeStep } from './discounts.ts'
import type { Tax } from './tax.ts'

const gst: Tax = { name: 'GST', divisor: 11 }
const tenPercent: CodeTerms = { code: 'CREW10', percent: 10, amount: null, skus: null, appliesTo: 'any' }

const line = (sku: string, qty: number, unitAmount: number, more: Partial<PriceableLine> = {}) => ({
  sku,
  qty,
  unitAmount,
  kind: 'new' as const,
  ...more,
})

const step = fc.record({ from: fc.integer({ min: 1, max: 99 }), percent: fc.integer({ min: 1, max: 100 }) })
const anyLine = fc.record({
  sku: fc.constantFrom('solo', 'studio', 'facility', 'tour'),
  qty: fc.integer({ min: 1, max: 99 }),
  unitAmount: fc.integer({ min: 0, max: 10_000_000 }),
  kind: fc.constantFrom('new' as const, 'renewal' as const, 'upgrade' as const, 'seats' as const),
  volume: fc.array(step, { maxLength: 3 }),
})
const lines = fc.uniqueArray(anyLine, { selector: ({ sku, kind }) => `${sku} ${kind}`, maxLength: 8 })
const code: fc.Arbitrary<CodeTerms | null> = fc
  .option(
    fc.record({
      code: fc.constant('CREW10'),
      sort: fc.boolean(),
      percent: fc.integer({ min: 1, max: 100 }),
      amount: fc.integer({ min: 1, max: 100_000_000 }),
      skus: fc.option(fc.subarray(['solo', 'studio'])),
      appliesTo: fc.constantFrom('new' as const, 'renewal' as const, 'any' as const),
    }),
  )
  .map((made) => {
    if (!made) return null
    const { sort, ...terms } = made
    return sort ? { ...terms, amount: null } : { ...terms, percent: null }
  })
const tax: fc.Arbitrary<Tax> = fc.oneof(
  fc.constant(null),
  fc.constant(gst),
  fc.record({
    name: fc.constant('VAT'),
    rate: fc.tuple(fc.integer({ min: 1, max: 30 }), fc.constant(100)),
    included: fc.constant(true as const),
    country: fc.constant('NZ'),
  }),
)

describe('whatever lines, code and tax', () => {
  test('no amount is negative, none is above the price, and all of them add up', () => {
    fc.assert(
      fc.property(lines, code, tax, (cart, terms, rule) => {
        const priced = priceLines(cart, { tax: rule, code: terms })
        const sum = (of: (each: (typeof priced.lines)[number]) => number) =>
          priced.lines.reduce((total, each) => total + of(each), 0)
        expect(sum(({ amount }) => amount)).toBe(priced.total)
        expect(sum(({ tax }) => tax)).toBe(priced.tax)
        expect(sum(({ discount }) => discount)).toBe(priced.discount)
        for (const each of priced.lines) {
          expect(each.amount + each.discount).toBe(each.qty * each.unitAmount)
          expect(each.discounts.reduce((total, { amount }) => total + amount, 0)).toBe(each.discount)
          for (const value of [each.amount, each.tax, each.discount]) {
            expect(Number.isSafeInteger(value)).toBe(true)
            expect(value).toBeGreaterThanOrEqual(0)
          }
          expect(each.tax).toBeLessThanOrEqual(each.amount)
        }
      }),
    )
  })

  test('the order of the lines makes no difference', () => {
    const shuffled = lines.chain((cart) =>
      fc.tuple(fc.constant(cart), fc.shuffledSubarray(cart, { minLength: cart.length })),
    )
    const byName = (priced: ReturnType<typeof priceLines>) => ({
      ...priced,
      lines: priced.lines.toSorted((a, b) => (`${a.sku} ${a.kind}` < `${b.sku} ${b.kind}` ? -1 : 1)),
    })
    fc.assert(
      fc.property(shuffled, code, tax, ([cart, others], terms, rule) => {
        const options = { tax: rule, code: terms }
        expect(byName(priceLines(others, options))).toEqual(byName(priceLines(cart, options)))
      }),
    )
  })

  test('an amount takes off as much as it says, and no more than there is', () => {
    fc.assert(
      fc.property(lines, fc.integer({ min: 1, max: 100_000_000 }), (cart, amount) => {
        const without = priceLines(cart, { tax: gst })
        const terms = { ...tenPercent, percent: null, amount }
        const { total } = priceLines(cart, { tax: gst, code: terms })
        expect(total).toBe(Math.max(0, without.total - amount))
      }),
    )
  })
})

test('volume comes off first, and the code off what is left', () => {
  const priced = priceLines([line('solo', 5, 8900, { volume: [{ from: 5, percent: 10 }] })], {
    tax: gst,
    code: tenPercent,
  })
  expect(priced.lines[0]?.discounts).toEqual([
    { label: '10% off, for 5 or more', amount: 4450 },
    { label: 'Code CREW10, 10% off', amount: 4005 },
  ])
  expect(priced).toMatchObject({ total: 36_045, tax: 3277, discount: 8455, codeApplies: true })
})

test('a code is for its plans and its kind of line alone', () => {
  const cart = [line('solo', 1, 8900), line('studio', 1, 22_900), line('solo', 1, 3900, { kind: 'renewal' })]
  const only = (terms: Partial<CodeTerms>) =>
    priceLines(cart, { tax: gst, code: { ...tenPercent, ...terms } })
  expect(only({ skus: ['studio'] }).lines.map(({ discount }) => discount)).toEqual([0, 2290, 0])
  expect(only({ appliesTo: 'renewal' }).lines.map(({ discount }) => discount)).toEqual([0, 0, 390])
  expect(only({ skus: ['facility'] })).toMatchObject({ discount: 0, codeApplies: false })
})

test('the highest step counts', () => {
  const steps = [
    { from: 20, percent: 20 },
    { from: 5, percent: 10 },
  ]
  expect([4, 5, 19, 20, 99].map((qty) => volumeStep(steps, qty)?.percent)).toEqual([
    undefined,
    10,
    10,
    20,
    20,
  ])
})
