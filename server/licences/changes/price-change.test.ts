import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, type Day } from '#shared/calendar/calendar.ts'
import type { ChangeRequest } from '#shared/licensing/changes.ts'
import type { Pricing, Product } from '#shared/pricing/pricing.ts'
import { sharedLibrary } from '../../testing/support/test-app.ts'
import { monthsAhead, type Terms } from './change.ts'
import { findProduct } from './options.ts'
import { priceChange } from './price-change.ts'

const today = '2026-11-22'
const { pricing } = (await sharedLibrary()).typed

const bought = ({ sku, name, licence }: Product, on: Day): Terms => ({
  sku,
  plan: name,
  planSeats: licence.seats,
  upgradeSeats: 0,
  extraSeats: 0,
  updates: { from: on, months: licence.updatesMonths },
  renewedMonths: 0,
})

function change(terms: Terms, request: ChangeRequest, { sold = pricing, on = today as Day } = {}) {
  const shop = { pricing: sold, today: { today: on, timeZone: 'Australia/Sydney' }, keyName: 'PRMT-…-7K2Q' }
  const { lines, after } = priceChange(terms, request, shop)
  return { after, lines, total: lines.reduce((sum, { amount }) => sum + amount, 0) }
}

describe('an upgrade', () => {
  const solo = (until: Day): Terms => ({
    ...bought(productOf(pricing, 'solo'), today),
    updates: { from: until, months: 0 },
  })

  // A month more costs a twelfth of the $60 between the renewals of Solo and Studio.
  test.each([
    ['2026-11-21', null, 'over'],
    ['2027-11-22', null, 'twelve months left'],
    ['2027-11-23', null, 'a day more'],
    ['2027-12-21', null, 'a day less than thirteen months'],
    ['2027-12-22', 500, 'thirteen months left'],
    ['2027-12-23', 500, 'a day more than thirteen months'],
    ['2028-11-22', 6000, 'two years left'],
  ] as const)('of updates until %s adds %s cents: %s', (until, amount, _why) => {
    const { lines } = change(solo(until), { to: 'studio' })
    expect(lines.map((line) => line.amount)).toEqual(amount === null ? [14_000] : [14_000, amount])
  })

  test('shows what the months ahead cost in a line of its own, before what it adds', () => {
    const { lines, after } = change(solo('2028-01-22'), { to: 'facility', extraSeats: 1, renew: 1 })
    expect(lines.map(({ name, sku, qty, amount }) => [name, sku, qty, amount])).toEqual([
      ['Upgrade from Solo to Facility, PRMT-…-7K2Q', 'facility', 1, 60_100],
      // Twice 2,166⅔ cents.
      ['Difference for 2 months of updates paid ahead, PRMT-…-7K2Q', 'facility', 1, 4333],
      ['Extra machine, PRMT-…-7K2Q', 'facility', 1, 5900],
      ['Renewal to 22 January 2029, PRMT-…-7K2Q', 'facility', 1, 32_500],
    ])
    expect(after.updates).toEqual({ from: '2028-01-22', months: 12 })
  })

  test('to a plan with a cheaper renewal, or none, adds nothing', () => {
    for (const renewal of [{ unitAmount: 100, updatesMonths: 12, maxYears: 3 }, undefined]) {
      const sold = {
        ...pricing,
        products: pricing.products.map((each) => (each.sku === 'studio' ? { ...each, renewal } : each)),
      }
      expect(change(solo('2030-01-22'), { to: 'studio' }, { sold }).total).toBe(14_000)
    }
  })

  test('to a plan with renewals of another length adds as much for each month', () => {
    const renewal = { unitAmount: 19_800, updatesMonths: 24, maxYears: 3 }
    const sold = {
      ...pricing,
      products: pricing.products.map((each) => (each.sku === 'studio' ? { ...each, renewal } : each)),
    }
    expect(change(solo('2027-12-22'), { to: 'studio' }, { sold }).total).toBe(14_500)
  })

  test('after six years of Solo’s renewals costs what Facility and six of its own cost', () => {
    let { after, total } = change(bought(productOf(pricing, 'solo'), today), { renew: 3 })
    for (const request of [{ renew: 3 }, { to: 'facility' }]) {
      const changed = change(after, request)
      total += changed.total
      after = changed.after
    }
    expect(8900 + total).toBe(69_000 + 6 * 29_900)
  })
})

describe('buying a small plan, renewing it and upgrading, in any order and over any time', () => {
  test('never costs less than the plan and a twelfth of its renewal for each month beyond twelve', () => {
    fc.assert(
      fc.property(anyPricing, fc.array(anyStep, { maxLength: 8 }), (sold, steps) => {
        let [on, upgrades] = [today as Day, 0]
        const [smallest] = sold.products as [Product]
        let terms = bought(smallest, on)
        let paid = smallest.unitAmount
        for (const { days, request } of steps) {
          on = addDays(on, days)
          if (request.to !== undefined && !upgradesOf(sold, terms).includes(request.to)) continue
          const { after, total } = change(terms, request, { sold, on })
          terms = after
          paid += total
          if (request.to !== undefined) upgrades += 1
          // Each upgrade rounds to a cent.
          expect(paid).toBeGreaterThanOrEqual(listPrice(sold, terms, on) - upgrades / 2 - 1e-6)
        }
      }),
    )
  })

  test('at once costs as much as the bigger plan with as many years', () => {
    fc.assert(
      fc.property(anyPricing, fc.integer({ min: 1, max: 3 }), (sold, years) => {
        const [small, , big] = sold.products as [Product, Product, Product]
        const renewed = change(bought(small, today), { renew: years }, { sold })
        const { after, total } = change(renewed.after, { to: big.sku }, { sold })
        expect(after.updates).toEqual({ from: today, months: 12 * (years + 1) })
        expect(small.unitAmount + renewed.total + total).toBe(
          big.unitAmount + years * (big.renewal?.unitAmount ?? 0),
        )
      }),
    )
  })
})

/** Each plan costs more than the one before, also to renew. */
const anyPricing: fc.Arbitrary<Pricing> = fc
  .array(
    fc.record({ price: fc.integer({ min: 1, max: 90_000 }), renewal: fc.integer({ min: 1, max: 40_000 }) }),
    {
      minLength: 3,
      maxLength: 3,
    },
  )
  .map((steps) => ({
    ...pricing,
    products: steps.map((_, index) => planOf(index, steps.slice(0, index + 1))),
  }))

function planOf(index: number, steps: { price: number; renewal: number }[]): Product {
  const [template] = pricing.products as [Product]
  return {
    ...template,
    sku: `plan-${index}`,
    unitAmount: steps.reduce((sum, { price }) => sum + price, 0),
    renewal: {
      unitAmount: steps.reduce((sum, { renewal }) => sum + renewal, 0),
      updatesMonths: 12,
      maxYears: 3,
    },
    upgradesTo: ['plan-1', 'plan-2'].slice(index),
  }
}

const anyStep: fc.Arbitrary<{ days: number; request: ChangeRequest }> = fc.record({
  days: fc.oneof(fc.constant(0), fc.nat(900)),
  request: fc.oneof(
    fc.record({ renew: fc.integer({ min: 1, max: 3 }) }),
    fc.record({ to: fc.constantFrom('plan-1', 'plan-2') }),
    fc.record({ to: fc.constantFrom('plan-1', 'plan-2'), renew: fc.integer({ min: 1, max: 3 }) }),
  ),
})

function upgradesOf(sold: Pricing, { sku }: Terms): string[] {
  return productOf(sold, sku).upgradesTo ?? []
}

function listPrice(sold: Pricing, terms: Terms, on: Day): number {
  const { unitAmount, renewal } = productOf(sold, terms.sku)
  return unitAmount + (monthsAhead(terms, on) * (renewal?.unitAmount ?? 0)) / 12
}

function productOf(sold: Pricing, sku: string): Product {
  const product = findProduct(sold, sku)
  if (!product) throw new Error(`no ${sku}`)
  return product
}
