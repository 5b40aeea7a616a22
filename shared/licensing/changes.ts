import { z } from 'zod'
import { onceRead } from '../http/once-read.ts'
import { optional } from '../http/optional.ts'
import { typedCodeSchema } from '../pricing/codes.ts'
import { text } from '../text/text-fields.ts'
import { licenceKeySchema, withLicenceKey } from './requests.ts'

const atLeastOne = 'a whole number from 1'

export const changeRequestSchema = z.object(
  {
    /** The years to renew. */
    renew: optional(z.int(atLeastOne).min(1, atLeastOne).max(100)),
    to: optional(text(100, 'the plan’s sku').min(1, 'the plan’s sku')),
    extraSeats: optional(z.int(atLeastOne).min(1, atLeastOne).max(10_000)),
  },
  'Say what to change.',
)

export const licenceAccessSchema = z
  .object(
    { key: optional(licenceKeySchema), token: optional(text(200, 'the token of the mail')) },
    'the licence key is missing',
  )
  .refine(({ key, token }) => (key === undefined) !== (token === undefined), {
    path: ['key'],
    message: 'either the licence key or the token of a mail',
    ...onceRead('key', 'token'),
  })

/** The body of `POST /api/licences/quote`, which identifies the licence by key or mailed token. */
export const quoteRequestSchema = withLicenceKey(
  z
    .object({
      licenceKey: optional(licenceKeySchema),
      licence: optional(licenceAccessSchema),
      change: optional(changeRequestSchema),
      code: typedCodeSchema,
    })
    .refine(({ licenceKey, licence }) => (licenceKey === undefined) !== (licence === undefined), {
      path: ['licenceKey'],
      message: 'either the licence key or the token of a mail',
      ...onceRead('licenceKey', 'licence'),
    }),
)

export type LicenceAccess = z.output<typeof licenceAccessSchema>
export type ChangeRequest = z.output<typeof changeRequestSchema>
