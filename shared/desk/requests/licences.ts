import { z } from 'zod'
import { daySchema } from '../../calendar/day-schema.ts'
import { optional } from '../../http/optional.ts'
import { endEnrolmentSchema, enrolSchema, seatCountSchema } from '../../licensing/enrolment.ts'
import { keepKeySchema, releaseSchema } from '../../licensing/mine-requests.ts'
import { entitlementsSchema } from '../../pricing/pricing.ts'
import { emailSchema, exactText, line, required, text } from '../../text/text-fields.ts'
import { licenceSorts } from '../sorts.ts'
import { confirm, given, listQuery, notAnObject, ofCustomer, reason, searchText } from './fields.ts'

export const licenceStatuses = ['active', 'suspended', 'revoked'] as const

const noMonth = 'A month reads 2026-11.'

const monthSchema = text(7, noMonth).refine((month) => daySchema.safeParse(`${month}-01`).success, noMonth)

export const licenceListQuerySchema = listQuery(licenceSorts, {
  status: given(z.enum(licenceStatuses)),
  externalId: given(searchText),
  ...ofCustomer,
  version: given(exactText(64, 'This must be text.')).meta({
    description: 'The app’s, on a machine seen in the last 90 days. `Unknown` where none was told.',
  }),
  q: given(searchText),
  /** The first and last day on which updates may end. */
  endsFrom: given(daySchema),
  endsTo: given(daySchema),
  bought: given(monthSchema).meta({
    description:
      'A month, such as 2026-11, in which they were bought. Revoked ones are left out, as in Trends.',
  }),
})

export type LicenceListQuery = z.output<typeof licenceListQuerySchema>

/** `revision` is the licence's revision that the person saw. */
const ofLicence = { reason, revision: given(text(64, 'This must be text.')) }

export const licenceActSchema = z.object(ofLicence, notAnObject)

export const revokeSchema = z.object({ confirm, ...ofLicence }, notAnObject)

export const deskReleaseSchema = releaseSchema.extend(ofLicence)

export const deskEnrolSchema = enrolSchema.extend(ofLicence)

export const deskEndEnrolmentSchema = endEnrolmentSchema.extend(ofLicence)

export const seatsSchema = z.object({ limit: seatCountSchema, ...ofLicence }, notAnObject)

const rights = {
  entitlements: optional(entitlementsSchema).meta({
    description: 'All that the licence unlocks. What differs from its plan stays so after an upgrade.',
  }),
  offlineDays: optional(
    z
      .int('A whole number.')
      .min(0, 'A whole number from 0 to 3650.')
      .max(3650, 'A whole number from 0 to 3650.'),
  ).meta({ description: 'So long a file holds without a validation; 0 for good.' }),
}

/** Another program's id and data of the licence. */
const foreign = {
  externalId: optional(line(200, 'This must be text.')).meta({ description: 'Empty for none.' }),
  metadata: optional(
    z
      .record(
        text(64, 'Name a text.').regex(/^[\w.:-]{1,64}$/, 'A name has 1 to 64 letters, digits and . _ : -'),
        text(500, 'This must be text.'),
        'Texts by their names.',
      )
      .refine((texts) => Object.keys(texts).length <= 50, 'At most 50 texts.'),
  ).meta({ description: 'At most 50 texts by name, which replace the earlier ones.' }),
}

/** Omitted members stay unchanged. */
export const detailsSchema = z.object({ ...rights, ...foreign, ...ofLicence }, notAnObject)

export const updatesUntilSchema = z.object({ updatesUntil: daySchema, ...ofLicence }, notAnObject)

export const deskMoveSchema = z.object(
  { email: emailSchema, keepKey: keepKeySchema, ...ofLicence },
  notAnObject,
)

/** Requires a reason, because no order explains such a licence. */
export const issueSchema = z.object(
  {
    sku: text(64, 'Name a product.'),
    name: required(100, 'Enter a name.'),
    email: emailSchema,
    companyName: given(line(200, 'This must be text.')),
    seats: optional(seatCountSchema).meta({ description: 'Without them, the plan’s.' }),
    ...rights,
    ...foreign,
    reason: required(500, 'Say why.'),
  },
  notAnObject,
)
