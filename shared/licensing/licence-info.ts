import { z } from 'zod'

/** What a customer is told of a licence; the key itself only by its hint. */
export const licenceInfoSchema = z.object({
  product: z.string(),
  sku: z.string(),
  /** The name of the product with that sku. */
  plan: z.string(),
  status: z.enum(['active', 'suspended', 'revoked']),
  keyHint: z.string(),
  seats: z.object({ limit: z.int(), used: z.int(), remaining: z.int() }),
  updatesUntil: z.iso.datetime(),
  licensedTo: z.object({ name: z.string(), companyName: z.string().optional() }),
})

export type LicenceInfo = z.infer<typeof licenceInfoSchema>
