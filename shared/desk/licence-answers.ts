import { z } from 'zod'
import { enrolmentSchema } from '../licensing/answers.ts'
import { importedSchema } from '../licensing/imported.ts'
import { orderSchema } from '../orders/orders.ts'
import { historyEntrySchema, next, time } from './answers.ts'
import { sentMailSchema } from './mail-answers.ts'

export const listedLicenceSchema = z.object({
  id: z.string(),
  keyHint: z.string(),
  sku: z.string(),
  plan: z.string(),
  status: z.enum(['active', 'suspended', 'revoked']),
  suspendedBy: z.enum(['dispute', 'operator']).nullable(),
  seats: z.object({ limit: z.int(), used: z.int() }),
  updatesUntil: time,
  licensedTo: z.object({ name: z.string(), companyName: z.string().nullable() }),
  email: z.string(),
  createdAt: time,
  /** When it last moved to this address; null if it never did. */
  movedAt: time.nullable(),
  /** Whether it was imported from another shop. */
  isImported: z.boolean(),
})

export type ListedLicence = z.infer<typeof listedLicenceSchema>

export const licenceListSchema = z.object({ licences: z.array(listedLicenceSchema), next })

export type LicenceList = z.infer<typeof licenceListSchema>

export const deskLicenceSchema = listedLicenceSchema.extend({
  /** Changes with every change except those of machines. */
  revision: z.string(),
  product: z.string(),
  /** Null if it was sold or issued here. */
  imported: importedSchema.nullable(),
  newestCovered: z.object({ version: z.string(), date: z.string() }).nullable(),
  entitlements: z.array(z.string()),
  /** Days until a licence file needs validation; null for never. */
  offlineDays: z.int().nullable(),
  /** Another program's id for it. */
  externalId: z.string().nullable(),
  metadata: z.record(z.string(), z.string()),
  machines: z.array(
    z.object({
      id: z.string(),
      /** The machine id that the application sends. */
      machineId: z.string(),
      name: z.string(),
      os: z.string().nullable(),
      appVersion: z.string().nullable(),
      activatedAt: time,
      seenAt: time,
    }),
  ),
  /** Active enrolment tokens. */
  enrolments: z.array(enrolmentSchema),
  orders: z.array(
    orderSchema.pick({ id: true, number: true, status: true, total: true, currency: true, createdAt: true }),
  ),
  changes: z.array(historyEntrySchema),
  mails: z.array(sentMailSchema),
})

export const enrolledSchema = z.object({
  licence: deskLicenceSchema,
  enrolmentId: z.string(),
  /** The whole token, which no other answer of the desk has. Null if the data secret was replaced, so it can't be derived. */
  token: z.string().nullable(),
})

export type DeskLicence = z.infer<typeof deskLicenceSchema>

/** The only answer of the desk with a whole key. */
export const issuedLicenceSchema = z.object({ licence: deskLicenceSchema, key: z.string() })
