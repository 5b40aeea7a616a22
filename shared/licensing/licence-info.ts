import { z } from 'zod'

export const licenceInfoSchema = z.object({
  /** Verdicts refer to the licence by this id. */
  id: z.string(),
  product: z.string(),
  sku: z.string(),
  plan: z.string(),
  status: z.enum(['active', 'suspended', 'revoked']),
  keyHint: z.string(),
  seats: z.object({ limit: z.int(), used: z.int(), remaining: z.int() }),
  updatesUntil: z.iso.datetime(),
  entitlements: z.array(z.string()),
  licensedTo: z.object({ name: z.string(), companyName: z.string().optional() }),
})

export type LicenceInfo = z.infer<typeof licenceInfoSchema>
