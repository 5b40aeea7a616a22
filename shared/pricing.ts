import { z } from 'zod'
import { exactObject } from './exact-object.ts'

const text = z.string().trim().min(1)

export const productSchema = exactObject({
  sku: z.string().regex(/^[a-z0-9-]+$/, 'lower-case letters, digits and hyphens'),
  name: text,
  summary: text,
  features: z.array(text),
  /** Cents, GST included. */
  unitAmount: z.int().positive(),
  licence: exactObject({ seats: z.int().positive(), updatesMonths: z.int().positive() }),
  maxQty: z.int().positive(),
  featured: z.boolean(),
  /** Further updates of a licence that was sold. Cents for each `updatesMonths`, up to `maxYears` of them in one order. */
  renewal: exactObject({
    unitAmount: z.int().positive(),
    updatesMonths: z.int().positive(),
    maxYears: z.int().min(1).max(10),
  }).optional(),
  /** More seats on a licence that was sold, up to `maxSeats` with those of the plan. */
  extraSeat: exactObject({ unitAmount: z.int().positive(), maxSeats: z.int().positive() }).optional(),
  /** Other products that its licence can become, for the difference of the two prices. */
  upgradesTo: z.array(z.string()).optional(),
})

const taxSchema = exactObject({ name: text, divisor: z.literal(11) })

/** `content/pricing.yml`, as its author writes it. */
export const pricingFileSchema = exactObject({
  currency: z.string().regex(/^[A-Z]{3}$/, 'an ISO 4217 code'),
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

/** The answer of `GET /api/pricing`; `version` changes whenever any of the rest does. */
export const pricingSchema = z.object({
  version: text,
  currency: z.string(),
  taxIncluded: z.literal(true),
  tax: taxSchema,
  products: z.array(productSchema),
})

export type Product = z.infer<typeof productSchema>
export type Pricing = z.infer<typeof pricingSchema>

function namesOthers({ sku, upgradesTo = [] }: Product, products: Product[]): boolean {
  const others = products.map((product) => product.sku).filter((other) => other !== sku)
  return new Set(upgradesTo).size === upgradesTo.length && upgradesTo.every((other) => others.includes(other))
}
