import { z } from 'zod'
import { daySchema } from '../calendar/day-schema.ts'
import { attentionSchema } from '../orders/attention.ts'
import { channelSchema } from '../releases/releases.ts'
import { time } from './answers.ts'
import { carriedSchema } from './mail-answers.ts'
import { digits } from './requests/fields.ts'

/** In cents; null for a role that sees no sums. */
const sum = z.int().nullable()

export const waitingOrderSchema = z.object({
  number: z.string(),
  buyer: z.string(),
  purchaseOrder: z.string().nullable(),
  /** The amount due; for an order that was paid, its total. */
  sum,
  createdAt: time,
  /** When its refund was requested or its bank last asked, otherwise when it was placed. */
  since: time,
  /** Due date of a bank transfer. */
  dueAt: time.nullable(),
  attention: attentionSchema.omit({ id: true }).nullable(),
  /** The state of a pending order's debit at the buyer's bank. */
  payment: z.enum(['processing', 'failed']).nullable(),
  /** A refund to be sent: its deadline, and whether the account is known. */
  refund: z.object({ by: daySchema, hasAccount: z.boolean() }).nullable(),
  /** The number of the accepted quote. */
  quote: z.string().nullable(),
  /** The day of the latest reminder to its buyer. */
  remindedOn: daySchema.nullable(),
})

export type WaitingOrder = z.infer<typeof waitingOrderSchema>

const firstInLineSchema = z.object({
  refundFailed: z.array(waitingOrderSchema),
  /** Refunds by transfer that aren't marked as sent. */
  refundToSend: z.array(waitingOrderSchema),
  disputed: z.array(waitingOrderSchema),
  /** Orders that the card provider asks about, without a dispute that holds their money. */
  attention: z.array(waitingOrderSchema),
  review: z.array(waitingOrderSchema),
  /** Quotes that lapse within a week without an order. */
  lapsing: z.array(
    z.object({
      id: z.string(),
      number: z.string(),
      buyer: z.string(),
      total: sum,
      createdAt: time,
      validUntil: time,
    }),
  ),
  awaiting: z.array(waitingOrderSchema),
  /** Mails that were given up. */
  mails: z.array(
    z.object({
      id: z.string(),
      kind: z.string(),
      carries: carriedSchema.nullable(),
      recipient: z.string(),
      attempts: z.int(),
      lastError: z.string().nullable(),
      createdAt: time,
      /** Number of the mail’s order. */
      orderNumber: z.string().nullable(),
    }),
  ),
  messages: z.array(z.object({ id: z.string(), name: z.string(), says: z.string(), createdAt: time })),
})

export type FirstInLine = z.infer<typeof firstInLineSchema>

/** The most items of each kind in `first`. */
export const mostInLine = 5

/** Most urgent first: selling has stopped, it will do harm, or it is a matter of tidiness. */
export const grades = ['stops', 'hurts', 'tidy'] as const

const findingSchema = z.object({
  grade: z.enum(grades),
  where: z.string(),
  found: z.string(),
  todo: z.string(),
})

export type Finding = z.infer<typeof findingSchema>

export type Grade = Finding['grade']

/** A finding whose grade defaults to that of its kind. */
export type Found = Omit<Finding, 'grade'> & Partial<Pick<Finding, 'grade'>>

export function byGrade(one: Pick<Finding, 'grade'>, other: Pick<Finding, 'grade'>): number {
  return grades.indexOf(one.grade) - grades.indexOf(other.grade)
}

const waitingSchema = z.object({
  /** Counts the tasks that the reader's role can complete. All buyers' credit is one task. */
  things: z.int(),
  awaiting: z.object({ orders: z.int(), sum, oldest: time.nullable() }),
  review: z.int(),
  refundFailed: z.int(),
  refundToSend: z.int(),
  disputed: z.int(),
  /** Disputes that the bank is deciding. */
  answered: z.int(),
  attention: z.int(),
  lapsing: z.int(),
  /** The newest release if files, sizes or hashes are missing; null for all but owners. */
  incompleteRelease: z
    .object({ version: z.string(), date: daySchema, files: z.int(), missing: z.int() })
    .nullable(),
  mails: z.object({ queued: z.int(), dead: z.int() }),
  messages: z.object({ unanswered: z.int(), oldest: time.nullable() }),
  doctor: z.array(findingSchema),
})

export type Waiting = z.infer<typeof waitingSchema>

/**
 * Sums of the documents issued in a period. `total` and `tax` are after `refunded`, which is the sum of the
 * notes less what replacement invoices charge again.
 */
const salesSchema = z.object({ orders: z.int(), total: z.int(), refunded: z.int(), tax: z.int() })

export type Sales = z.infer<typeof salesSchema>

/** Sums by document, less refunds, so the totals of `plans` and `months` are equal. */
const soldPlanSchema = z.object({
  sku: z.string(),
  /** The change sold for an existing licence; null for a new licence. */
  change: z.enum(['renewal', 'upgrade', 'ahead', 'seats']).nullable(),
  name: z.string(),
  licences: z.int(),
  total: z.int(),
})

export type SoldPlan = z.infer<typeof soldPlanSchema>

const soldSchema = z.object({
  sales: z.array(salesSchema.extend({ day: daySchema })).nullable(),
  /** Sales of the preceding period of the same length. `yearBefore` has the same days a year earlier. */
  before: salesSchema.nullable(),
  yearBefore: salesSchema.nullable(),
  /** `before` is the total of the same month a year earlier. */
  months: z.array(salesSchema.extend({ month: z.string(), before: z.int() })).nullable(),
  /** The unpaid part of the sales of the days, and of the months. */
  unpaid: z.object({ days: z.int(), months: z.int() }).nullable(),
  /** Payments by card and transfer, whatever they pay for. */
  cameIn: z.object({ today: z.int(), days: z.int() }).nullable(),
  /** Plans sold in these months, best-selling first. */
  plans: z.array(soldPlanSchema).nullable(),
})

export type Sold = z.infer<typeof soldSchema>

const owedSchema = z.object({
  orders: z.int(),
  sum: z.int(),
  /** The largest credits first. */
  first: z.array(z.object({ number: z.string(), buyer: z.string(), credit: z.int() })),
})

export type Owed = z.infer<typeof owedSchema>

const adoptedVersionSchema = z.object({
  appVersion: z.string().nullable(),
  machines: z.int(),
  /** Null if the version is unknown. */
  channel: channelSchema.nullable(),
  /** Percent of installations that are offered it; null for an unlisted version. */
  rollout: z.int().nullable(),
  isWithdrawn: z.boolean(),
})

export const overviewQuerySchema = z.object({ days: digits(1, 92).default(30) })

/** The answer of `GET /api/desk/overview`. */
export const overviewSchema = waitingSchema.extend({
  /** The items of each kind that have waited longest. */
  first: firstInLineSchema,
  /** Licences whose updates end within thirty days, and the first end. Null for a role that reads no licences. */
  renewals: z.object({ licences: z.int(), first: time.nullable() }).nullable(),
  ...soldSchema.shape,
  /** Credit that buyers may claim; null for a role that sees no sums. */
  owed: owedSchema.nullable(),
  /** Versions of the machines seen lately; `appVersion` is null for machines that reported none. */
  versions: z.array(adoptedVersionSchema),
  /** Versions that messages mention far more often than the week before; empty for a role that reads no messages. */
  messageRise: z.array(z.object({ version: z.string(), messages: z.int(), before: z.int() })),
  /** Recent help searches without a result, most frequent first; empty for a role that reads no messages. */
  missedSearches: z.array(z.object({ words: z.string(), times: z.int() })),
})

export type Overview = z.infer<typeof overviewSchema>
