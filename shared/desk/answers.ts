import { z } from 'zod'
import { daySchema } from '../day-schema.ts'
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

/** The statement's lines by group: paid in full, for a person to decide, or left alone. */
export const statementGroups = {
  matched: ['matched'],
  decide: ['wrong_amount', 'several'],
  left: ['none', 'already'],
} as const

export type StatementGroup = keyof typeof statementGroups

export const statementLineSchema = z.object({
  n: z.int(),
  date: daySchema,
  /** Negative for money that left the account. */
  amount: z.int(),
  text: z.string(),
  state: z.enum(['matched', 'wrong_amount', 'several', 'none', 'already']),
  /** Numbers of proposed or paid orders. */
  orders: z.array(z.string()),
  by: z.enum(['reference', 'purchase_order', 'invoice', 'name']).nullable(),
  said: z.tuple([z.int(), z.int()]).nullable(),
  bookedAt: z.string().nullable(),
})

const groupTotal = z.object({ lines: z.int(), amount: z.int() })

export const statementSchema = z.object({
  id: z.string(),
  account: z.string(),
  /** A CSV file's columns. */
  columns: z.array(z.string()).nullable(),
  from: daySchema,
  to: daySchema,
  totals: z.object({ matched: groupTotal, decide: groupTotal, left: groupTotal }),
  lines: z.array(statementLineSchema),
  awaited: z.record(z.string(), z.object({ buyer: z.string(), outstanding: z.int(), placedAt: z.string() })),
})

export type StatementLine = z.infer<typeof statementLineSchema>
export type Statement = z.infer<typeof statementSchema>

export const statementListSchema = z.object({
  statements: z.array(
    z.object({
      id: z.string(),
      account: z.string(),
      lines: z.int(),
      who: z.string(),
      createdAt: z.string(),
    }),
  ),
})

export type StatementList = z.infer<typeof statementListSchema>

export const confirmedSchema = z.object({
  booked: z.int(),
  orders: z.array(z.string()),
  already: z.array(z.int()),
  failed: z.array(z.object({ n: z.int(), detail: z.string() })),
})

export type Confirmed = z.infer<typeof confirmedSchema>

export const bookBasisSchema = z.enum(['accrual', 'cash'])

export const bookFigureSchema = z.enum(['g1', 'g2', '1a'])

export type BookBasis = z.infer<typeof bookBasisSchema>
export type BookFigure = z.infer<typeof bookFigureSchema>

const figures = z.object({ g1: z.int(), g2: z.int(), g3: z.int(), '1a': z.int() })
const behind = z.object({ documents: z.int(), total: z.int(), tax: z.int() })

export const booksSchema = z.object({
  ...figures.shape,
  from: daySchema,
  to: daySchema,
  basis: bookBasisSchema,
  sales: z.int(),
  adjustments: z.int(),
  /** The form's dollars without cents. */
  whole: figures,
  behind: z.object({ g1: behind, g2: behind, '1a': behind }),
  figure: bookFigureSchema,
  documents: z.array(z.string()),
  documentsSum: z.object({ total: z.int(), tax: z.int() }),
  /** Newest first. Notes have negative amounts. */
  shown: z.array(
    z.object({
      number: z.string(),
      orderId: z.string(),
      issuedAt: z.string(),
      total: z.int(),
      tax: z.int(),
      orderNumber: z.string(),
      buyer: z.string(),
    }),
  ),
})

export type BooksAnswer = z.infer<typeof booksSchema>

export const codeSchema = z.object({
  code: z.string(),
  percent: z.int().nullable(),
  amount: z.int().nullable(),
  /** Null for every product. */
  skus: z.array(z.string()).nullable(),
  for: z.enum(['new', 'renewal', 'any']),
  from: daySchema.nullable(),
  to: daySchema.nullable(),
  maxUses: z.int().nullable(),
  maxUsesPerAddress: z.int().nullable(),
  note: z.string(),
  createdAt: z.string(),
  endedAt: z.string().nullable(),
  reserved: z.int(),
  counted: z.int(),
})

export type DeskCode = z.infer<typeof codeSchema>
