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
})

const taxSchema = exactObject({ name: text, divisor: z.literal(11) })

/** `content/pricing.yml`, as its author writes it. */
export const pricingFileSchema = exactObject({
  currency: z.string().regex(/^[A-Z]{3}$/, 'an ISO 4217 code'),
  taxIncluded: z.literal(true),
  tax: taxSchema,
  products: z.array(productSchema).min(1),
}).refine(({ products }) => new Set(products.map((product) => product.sku)).size === products.length, {
  path: ['products'],
  message: 'every sku must be unique',
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
