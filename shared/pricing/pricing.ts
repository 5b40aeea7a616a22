import { z } from 'zod'
import { exactObject } from '../http/exact-object.ts'
import { taxSchema } from './tax-schema.ts'

const text = z.string().trim().min(1)

/** A feature that the application unlocks, such as "ndi" or "remote.2". */
const entitlementSchema = z
  .string()
  .regex(/^[a-z0-9][a-z0-9._:-]{0,63}$/, 'lower-case letters, digits and . _ : -')

export const entitlementsSchema = z.array(entitlementSchema).max(100, 'at most 100')

const inDays = 'a whole number from 1 to 3650'
const offlineDaysSchema = z.int(inDays).min(1, inDays).max(3650, inDays)

/** A plan's rights, as its signed licences state them. */
const rights = {
  entitlements: entitlementsSchema.optional(),
  /** Days that a licence file is valid without a validation; absent for no limit. */
  offlineDays: offlineDaysSchema.optional(),
}

const skuSchema = z.string().regex(/^[a-z0-9-]+$/, 'lower-case letters, digits and hyphens')

const cents = z.int('whole cents, so 89.00 is written 8900')

const productSchema = exactObject({
  sku: skuSchema,
  name: text,
  summary: text,
  features: z.array(text),
  /** In cents, tax included. */
  unitAmount: cents.positive(),
  licence: exactObject({ seats: z.int().positive(), updatesMonths: z.int().positive() }),
  ...rights,
  maxQty: z.int().positive(),
  featured: z.boolean(),
  /** Updates for an existing licence: cents per `updatesMonths`, at most `maxYears` in one order. */
  renewal: exactObject({
    unitAmount: cents.positive(),
    updatesMonths: z.int().positive(),
    maxYears: z.int().min(1).max(10),
  }).optional(),
  /** Seats for an existing licence, `maxSeats` including the plan's own. `seatRenewal` says what each adds to a renewal. */
  extraSeat: exactObject({
    unitAmount: cents.positive(),
    maxSeats: z.int().positive(),
    renewal: cents.nonnegative().optional(),
  }).optional(),
  /** Skus to which the licence can upgrade for the price difference, including that of updates paid ahead. */
  upgradesTo: z.array(z.string()).optional(),
  /** Percentages off each new licence, by the number of licences in the order. */
  volume: z
    .array(
      exactObject({
        from: z.int('a whole number from 2 on').min(2, 'a whole number from 2 on'),
        percent: z.int('a whole number from 1 to 90').min(1, 'from 1 to 90').max(90, 'from 1 to 90'),
      }),
    )
    .refine(isRising, 'each step starts at more licences, and takes off more, than the one before')
    .optional(),
})

/** Plans that are no longer sold, with the rights of their licences. */
const discontinuedSchema = z.array(exactObject({ sku: skuSchema, ...rights })).optional()

export const pricingFileSchema = exactObject({
  currency: z
    .string()
    .refine(
      hasTwoDecimals,
      'the ISO 4217 code of a currency with two decimals, such as AUD: amounts are in cents',
    ),
  taxIncluded: z.literal(true),
  tax: taxSchema,
  products: z.array(productSchema).min(1),
  discontinued: discontinuedSchema,
})
  .refine(({ products }) => areUnique(products), {
    path: ['products'],
    message: 'every sku must be unique',
  })
  .refine(({ products, discontinued = [] }) => areUnique([...products, ...discontinued]), {
    path: ['discontinued'],
    message: 'every sku must be unique, and none of a product',
  })
  .refine(({ products }) => products.every((product) => namesOthers(product, products)), {
    path: ['products'],
    message: 'upgradesTo must name other products, each once',
  })

/** The answer of `GET /api/pricing`. `version` changes whenever anything else does. */
export const pricingSchema = z.object({
  version: text,
  currency: z.string(),
  taxIncluded: z.literal(true),
  tax: taxSchema,
  products: z.array(productSchema),
  discontinued: discontinuedSchema,
})

export type Product = z.infer<typeof productSchema>
export type Pricing = z.infer<typeof pricingSchema>

/** Amounts are in hundredths, so yen, forints and dinars would be shown and charged wrongly. */
function hasTwoDecimals(currency: string): boolean {
  if (!Intl.supportedValuesOf('currency').includes(currency)) return false
  const { maximumFractionDigits } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions()
  return maximumFractionDigits === 2
}

function areUnique(plans: { sku: string }[]): boolean {
  return new Set(plans.map(({ sku }) => sku)).size === plans.length
}

function isRising(steps: { from: number; percent: number }[]): boolean {
  return steps.every(({ from, percent }, index) => {
    const before = steps[index - 1]
    return !before || (from > before.from && percent > before.percent)
  })
}

function namesOthers({ sku, upgradesTo = [] }: Product, products: Product[]): boolean {
  const others = products.map((product) => product.sku).filter((other) => other !== sku)
  return new Set(upgradesTo).size === upgradesTo.length && upgradesTo.every((other) => others.includes(other))
}
