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
  /** When it last came to this address from another one. */
  movedAt: time.nullable(),
  /** Whether it came from another shop. */
  isImported: z.boolean(),
})

export type ListedLicence = z.infer<typeof listedLicenceSchema>

export const licenceListSchema = z.object({ licences: z.array(listedLicenceSchema), next })

export type LicenceList = z.infer<typeof licenceListSchema>

export const deskLicenceSchema = listedLicenceSchema.extend({
  /** Another one with every change but those of machines. */
  revision: z.string(),
  product: z.string(),
  /** Null if it was sold or given here. */
  imported: importedSchema.nullable(),
  newestCovered: z.object({ version: z.string(), date: z.string() }).nullable(),
  entitlements: z.array(z.string()),
  /** Null if its files hold for good. */
  offlineDays: z.int().nullable(),
  /** What another program calls it. */
  externalId: z.string().nullable(),
  metadata: z.record(z.string(), z.string()),
  machines: z.array(
    z.object({
      id: z.string(),
      /** Its name for itself. */
      machineId: z.string(),
      name: z.string(),
      os: z.string().nullable(),
      appVersion: z.string().nullable(),
      activatedAt: time,
      seenAt: time,
    }),
  ),
  /** Tokens in a key's place that nobody ended. */
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
  /** No other answer of the desk has the whole token. Null once another data secret would make another. */
  token: z.string().nullable(),
})

export type DeskLicence = z.infer<typeof deskLicenceSchema>

/** The one answer of the desk that has a whole key. */
export const issuedLicenceSchema = z.object({ licence: deskLicenceSchema, key: z.string() })
