import { z } from 'zod'
import { text } from '../text-fields.ts'
import { licenceKeySchema, withLicenceKey } from './requests.ts'

const atLeastOne = 'a whole number from 1'

/** What a customer asks of a licence. At least one of the three. */
export const changeRequestSchema = z.object(
  {
    /** Years. */
    renew: z.int(atLeastOne).min(1, atLeastOne).max(100).optional(),
    /** The sku of the plan to upgrade to. */
    to: text(100, 'the plan’s sku').min(1, 'the plan’s sku').optional(),
    extraSeats: z.int(atLeastOne).min(1, atLeastOne).max(10_000).optional(),
  },
  'Say what to change.',
)

/** Names a licence by its key, or by the token of a mail about it. */
export const licenceAccessSchema = z
  .object(
    { key: licenceKeySchema.optional(), token: text(200, 'the token of the mail').optional() },
    'the licence key is missing',
  )
  .refine(({ key, token }) => (key === undefined) !== (token === undefined), {
    path: ['key'],
    message: 'either the licence key or the token of a mail',
  })

/** The body of `POST /api/licences/quote`: names the licence by `licenceKey`, in both spellings, or by `licence`. */
export const quoteRequestSchema = withLicenceKey(
  z
    .object({
      licenceKey: licenceKeySchema.optional(),
      licence: licenceAccessSchema.optional(),
      change: changeRequestSchema.optional(),
    })
    .refine(({ licenceKey, licence }) => (licenceKey === undefined) !== (licence === undefined), {
      path: ['licenceKey'],
      message: 'either the licence key or the token of a mail',
    }),
)

export type LicenceAccess = z.output<typeof licenceAccessSchema>
export type ChangeRequest = z.output<typeof changeRequestSchema>
