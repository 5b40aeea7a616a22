import { z } from 'zod'

const cents = z.int().nonnegative()

export const appliedCodeSchema = z.object({
  code: z.string(),
  /** The discount in words. */
  says: z.string(),
  terms: z.object({
    code: z.string(),
    percent: z.int().nullable(),
    amount: z.int().nullable(),
    skus: z.array(z.string()).nullable(),
    appliesTo: z.enum(['new', 'renewal', 'any']),
  }),
})

/** The answer of `POST /api/cart/price`. Amounts in cents. */
export const cartPriceSchema = z.object({
  lines: z.array(
    z.object({
      sku: z.string(),
      qty: z.int().positive(),
      unitAmount: cents,
      discount: cents,
      discounts: z.array(z.object({ label: z.string(), amount: cents })),
      amount: cents,
      tax: cents,
    }),
  ),
  discount: cents,
  total: cents,
  tax: cents,
  currency: z.string(),
  code: appliedCodeSchema.nullable(),
})

export type AppliedCode = z.infer<typeof appliedCodeSchema>
export type CartPrice = z.infer<typeof cartPriceSchema>
