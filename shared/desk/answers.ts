import { z } from 'zod'
import { deskRoleSchema } from './roles.ts'

/** Answers of `/api/desk`. Amounts in cents, times ISO 8601 UTC, days in the company's time zone. */

export const deskMeSchema = z.object({ email: z.string(), role: deskRoleSchema })

export const searchResultSchema = z.object({
  kind: z.enum(['order', 'licence', 'customer', 'message']),
  id: z.string(),
  title: z.string(),
  detail: z.string(),
  href: z.string(),
  at: z.string(),
  status: z.string().optional(),
  total: z.int().optional(),
  currency: z.string().optional(),
  updatesUntil: z.string().optional(),
})

export type SearchResult = z.infer<typeof searchResultSchema>

export const auditEntrySchema = z.object({
  at: z.string(),
  /** An e-mail, "command line" or "customer". */
  who: z.string(),
  act: z.string(),
  subject: z.string(),
  before: z.looseObject({}),
  after: z.looseObject({}),
})
