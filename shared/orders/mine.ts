import { z } from 'zod'
import { ownEnrolmentSchema } from '../licensing/answers.ts'
import { ownImportedSchema } from '../licensing/imported.ts'
import { orderSchema } from './orders.ts'
import { listedQuoteSchema } from './quotes.ts'

const machineSchema = z.object({
  id: z.string(),
  name: z.string(),
  os: z.string().nullable(),
  appVersion: z.string().nullable(),
  activatedAt: z.iso.datetime(),
  seenAt: z.iso.datetime(),
})

const ownLicenceSchema = z.object({
  id: z.string(),
  key: z.string(),
  keyHint: z.string(),
  product: z.string(),
  sku: z.string(),
  plan: z.string(),
  status: z.enum(['active', 'suspended', 'revoked']),
  seats: z.object({ limit: z.int(), used: z.int() }),
  updatesUntil: z.iso.datetime(),
  entitlements: z.array(z.string()),
  newestCovered: z.object({ version: z.string(), date: z.string() }).nullable(),
  /** Null if another address bought the licence, or nobody did. */
  orderNumber: z.string().nullable(),
  movedAt: z.iso.datetime().nullable(),
  /** Null if it was sold or issued here. */
  imported: ownImportedSchema.nullable(),
  machines: z.array(machineSchema),
  /** Active enrolment tokens. */
  enrolments: z.array(ownEnrolmentSchema),
})

export const ownOrderSchema = orderSchema.extend({ correctionsLeft: z.int() })

/** The answer of `GET /api/licences/mine`. */
export const mineSchema = z.object({
  email: z.string(),
  /** The time of this answer. */
  now: z.iso.datetime(),
  sessionEndsAt: z.iso.datetime(),
  orders: z.array(ownOrderSchema),
  quotes: z.array(listedQuoteSchema),
  licences: z.array(ownLicenceSchema),
})

export type Mine = z.infer<typeof mineSchema>
export type OwnLicence = z.infer<typeof ownLicenceSchema>
export type OwnOrder = z.infer<typeof ownOrderSchema>

export type MineFetch = () => Promise<Mine | null>
