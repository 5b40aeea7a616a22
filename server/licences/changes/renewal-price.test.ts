import { expect, test } from 'vitest'
import type { Product } from '#shared/pricing/pricing.ts'
import { renewalPrice, seatRenewal } from '#shared/pricing/renewal-price.ts'
import { findUndercuts } from '#shared/pricing/undercuts.ts'
import { readPricing, readSite, siteVariables } from '../../content/site.ts'

const { products } = readPricing('content', siteVariables(readSite('content')))
const [solo, studio, facility] = products as [Product, Product, Product]

test('a renewal grows with the machines, in whole dollars', () => {
  expect([solo, studio, facility].map(seatRenewal)).toEqual([3000, 3000, 2600])
  expect([0, 1, 6].map((extra) => renewalPrice(studio, extra))).toEqual([9900, 12_900, 27_900])
  expect(seatRenewal({ ...solo, extraSeat: { unitAmount: 6900, maxSeats: 2, renewal: 1250 } })).toBe(1250)
  expect(seatRenewal({ ...facility, extraSeat: undefined })).toBe(3000)
  expect(renewalPrice({ ...solo, renewal: undefined }, 3)).toBeNull()
})

test('no shipped plan undercuts a bigger one, in price or in renewal', () => {
  expect(findUndercuts(products)).toEqual([])
})

test('a plan that can grow into a bigger one for less is found', () => {
  const cheap = { ...solo, extraSeat: { unitAmount: 6900, maxSeats: 10, renewal: 100 } }
  const found = findUndercuts([cheap, studio, facility])
  expect(found.map(({ small, big, machines, of }) => [small.sku, big.sku, machines, of])).toEqual([
    ['solo', 'studio', 3, 'price'],
    ['solo', 'studio', 3, 'renewal'],
    ['solo', 'facility', 10, 'renewal'],
  ])
})
