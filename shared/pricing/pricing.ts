import { z } from 'zod'
import { exactObject } from '../http/exact-object.ts'
import { taxSchema } from './tax-schema.ts'

const text = z.string().trim().min(1)

const productSchema = exactObject({
  sku: z.string().regex(/^[a-z0-9-]+$/, 'lower-case letters, digits and hyphens'),
  name: text,
  summary: text,
  features: z.array(text),
  /** In cents, tax included. */
  unitAmount: z.int().positive(),
  licence: exactObject({ seats: z.int().positive(), updatesMonths: z.int().positive() }),
  maxQty: z.int().positive(),
  featured: z.boolean(),
  /** Updates for an existing licence. Cents for each `updatesMonths`, at most `maxYears` an order. */
  renewal: exactObject({
    unitAmount: z.int().positive(),
    updatesMonths: z.int().positive(),
    maxYears: z.int().min(1).max(10),
  }).optional(),
  /** Seats for an existing licence, at most `maxSeats` with the plan's own. `seatRenewal` says what each adds to a renewal. */
  extraSeat: exactObject({
    unitAmount: z.int().positive(),
    maxSeats: z.int().positive(),
    renewal: z.int().nonnegative().optional(),
  }).optional(),
  /** Skus that the licence can become for the difference in price, also of the updates paid ahead. */
  upgradesTo: z.array(z.string()).optional(),
  /** Percentages off each new licence, by their number in the order. */
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
})
  .refine(({ products }) => new Set(products.map((product) => product.sku)).size === products.length, {
    path: ['products'],
    message: 'every sku must be unique',
  })
  .refine(({ products }) => products.every((product) => namesOthers(product, products)), {
    path: ['products'],
    message: 'upgradesTo must name other products, each once',
  })

/** The answer of `GET /api/pricing`. `version` changes with the rest. */
export const pricingSchema = z.object({
  version: text,
  currency: z.string(),
  taxIncluded: z.literal(true),
  tax: taxSchema,
  products: z.array(productSchema),
})

export type Product = z.infer<typeof productSchema>
export type Pricing = z.infer<typeof pricingSchema>

/** Every amount is a hundredth of its currency, so yen, forints and dinars would be shown and charged wrongly. */
function hasTwoDecimals(currency: string): boolean {
  if (!Intl.supportedValuesOf('currency').includes(currency)) return false
  const { maximumFractionDigits } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions()
  return maximumFractionDigits === 2
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
