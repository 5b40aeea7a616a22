import { z } from 'zod'
import { daySchema } from '../calendar/day-schema.ts'
import { exactText } from '../text/text-fields.ts'
import { readWho } from './audit-words.ts'
import { given, listQuery, searchText } from './requests/fields.ts'
import { deskRoleSchema } from './roles.ts'
import { auditSorts } from './sorts.ts'

/** Answers of `/api/desk`. Amounts in cents, times ISO 8601 UTC, days in the company's time zone. */

export const time = z.iso.datetime()

/** Cursor of the next page; null on the last one. */
export const next = z.string().nullable()

export const deskMeSchema = z.object({
  email: z.string(),
  role: deskRoleSchema,
  /** E-mails of the owners, who may do everything. */
  owners: z.array(z.string()),
  /** Counts of the role's tasks, of unanswered messages and of mails given up. */
  waiting: z.object({ things: z.int(), messages: z.int(), mails: z.int() }),
})

export type Me = z.infer<typeof deskMeSchema>

export const openSessionSchema = z.object({
  id: z.string(),
  email: z.string(),
  createdAt: time,
  seenAt: time,
  endsAt: time,
  isThis: z.boolean(),
})

export type OpenSession = z.infer<typeof openSessionSchema>

export const tokenSchema = z.object({
  id: z.string(),
  email: z.string(),
  createdAt: time,
  usedAt: time.nullable(),
  /** Null for tokens of earlier versions, which don't expire. */
  expiresAt: time.nullable(),
  /** The scopes that it is limited to, such as `orders:read`; null for all that its owner may do. */
  scopes: z.array(z.string()).nullable(),
})

export type Token = z.infer<typeof tokenSchema>

export const memberSchema = z.object({
  email: z.string(),
  /** Null for former staff with a session or token left. */
  role: deskRoleSchema.nullable(),
  /** Null for staff that `site.yml` names. */
  addedBy: z.string().nullable(),
  addedAt: time.nullable(),
  /** When the newest open session was last seen. */
  seenAt: time.nullable(),
  sessions: z.int(),
  tokens: z.int(),
})

export type DeskMember = z.infer<typeof memberSchema>

export const searchQuerySchema = z.object({ q: searchText.default('') })

const searchResultSchema = z.object({
  kind: z.enum(['order', 'quote', 'licence', 'code', 'customer', 'message', 'note']),
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

export const searchAnswerSchema = z.object({
  results: z.array(searchResultSchema),
  /** Kinds that have more results than these. */
  more: z.array(searchResultSchema.shape.kind),
})

export type SearchAnswer = z.infer<typeof searchAnswerSchema>

export const auditListQuerySchema = listQuery(auditSorts, {
  /** An e-mail, or the list's own words, such as "the card provider". */
  who: given(exactText(254, 'This must be text.').transform(readWho)),
  from: given(daySchema),
  to: given(daySchema),
})

export type AuditListQuery = z.output<typeof auditListQuerySchema>

/** The changed values, before and after the act. */
const change = { before: z.looseObject({}), after: z.looseObject({}) }

const auditEntrySchema = z.object({
  at: time,
  /** An e-mail, "command line", "customer", "somebody" if unknown, or empty for the card provider. */
  who: z.string(),
  act: z.string(),
  /** An id, a code or an e-mail. */
  subject: z.string(),
  /** The subject's displayed name, such as an order's number or the end of a key. */
  name: z.string(),
  ...change,
})

export type AuditEntry = z.infer<typeof auditEntrySchema>

export const auditListSchema = z.object({ entries: z.array(auditEntrySchema), next })

export type AuditList = z.infer<typeof auditListSchema>

export const historyEntrySchema = z.object({
  at: time,
  /** Empty for the payment provider, null for automatic changes. */
  who: z.string().nullable(),
  act: z.string(),
  ...change,
})

export type HistoryEntry = z.infer<typeof historyEntrySchema> & { detail?: string }
