import { expect, test } from 'vitest'
import type { Pricing, Product } from '#shared/pricing/pricing.ts'
import { site } from '../testing/support/site.ts'
import { priceVariables } from './price-variables.ts'

const product = (name: string, volume?: Product['volume']): Product => ({
  sku: name.toLowerCase(),
  name,
  summary: '',
  features: [],
  unitAmount: 8900,
  licence: { seats: 1, updatesMonths: 12 },
  maxQty: 99,
  featured: false,
  ...(volume && { volume }),
})

const priced = (change: Partial<Pricing>) =>
  priceVariables(
    {
      version: '1',
      currency: 'AUD',
      taxIncluded: true,
      tax: { name: 'GST', divisor: 11 },
      products: [product('Solo', [{ from: 5, percent: 10 }]), product('Studio')],
      ...change,
    },
    site,
  )

test('pages say which money and which tax the prices have', () => {
  expect(priced({}).priceNote).toBe(
    'Prices are in Australian dollars and include GST. Outside Australia you pay the same amount, and no GST is part of it.',
  )
  const newZealand = {
    name: 'GST',
    rate: [15, 100] as [number, number],
    included: true as const,
    country: 'NZ',
  }
  expect(priced({ currency: 'NZD', tax: newZealand })).toMatchObject({
    priceNote: expect.stringContaining('New Zealand dollars and include GST. Outside New Zealand'),
    taxPercent: '15%',
    homeCountry: 'New Zealand',
  })
  expect(priced({ tax: null }).priceNote).toBe('Prices are in Australian dollars. No tax is part of them.')
})

test('pages say which plans are cheaper by the dozen', () => {
  const steps = [
    { from: 5, percent: 10 },
    { from: 20, percent: 20 },
  ]
  expect(priced({}).volumeNote).toBe(
    'There is Solo: 10% off each from 5 licences. It’s taken off in the cart.',
  )
  expect(priced({ products: [product('Solo', steps), product('Studio', steps)] }).volumeNote).toBe(
    'There is 10% off each from 5 licences, 20% off each from 20 licences of one plan. It’s taken off in the cart.',
  )
  expect(priced({ products: [product('Solo')] }).volumeNote).toBe('There are none for volume.')
})
