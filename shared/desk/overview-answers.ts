import { z } from 'zod'
import { daySchema } from '../calendar/day-schema.ts'
import { attentionSchema } from '../orders/attention.ts'
import { channelSchema } from '../releases/releases.ts'
import { time } from './answers.ts'
import { carriedSchema } from './mail-answers.ts'
import { digits } from './requests/fields.ts'

/** Null for a role that sees no sums, and cents for the others. */
const sum = z.int().nullable()

export const waitingOrderSchema = z.object({
  number: z.string(),
  buyer: z.string(),
  purchaseOrder: z.string().nullable(),
  /** What is still to come; of an order that was paid, its total. */
  sum,
  createdAt: time,
  /** When its refund was asked for or its bank asked last, and else when it was placed. */
  since: time,
  /** Due date of a bank transfer. */
  dueAt: time.nullable(),
  attention: attentionSchema.omit({ id: true }).nullable(),
  /** A pending order’s debit that the buyer’s bank works on, or has refused. */
  payment: z.enum(['processing', 'failed']).nullable(),
  /** A refund that is to be sent: by when, and whether it's known where to. */
  refund: z.object({ by: daySchema, hasAccount: z.boolean() }).nullable(),
  /** The number of the quote that it accepted. */
  quote: z.string().nullable(),
  /** The last day on which its buyer was reminded. */
  remindedOn: daySchema.nullable(),
})

export type WaitingOrder = z.infer<typeof waitingOrderSchema>

const firstInLineSchema = z.object({
  refundFailed: z.array(waitingOrderSchema),
  /** By transfer, which nobody has said to be sent. */
  refundToSend: z.array(waitingOrderSchema),
  disputed: z.array(waitingOrderSchema),
  /** The card provider asks for a look, and no dispute holds the order. */
  attention: z.array(waitingOrderSchema),
  review: z.array(waitingOrderSchema),
  /** Quotes that nobody ordered, and that lapse within a week. */
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
  /** Those that were given up. */
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

/** How many of a kind `first` has at most. */
export const mostInLine = 5

/** The worst first: it stops selling, it will hurt, or it may be tidied up. */
export const grades = ['stops', 'hurts', 'tidy'] as const

const findingSchema = z.object({
  grade: z.enum(grades),
  where: z.string(),
  found: z.string(),
  todo: z.string(),
})

export type Finding = z.infer<typeof findingSchema>

export type Grade = Finding['grade']

/** A finding whose grade may be that of its kind. */
export type Found = Omit<Finding, 'grade'> & Partial<Pick<Finding, 'grade'>>

export function byGrade(one: Pick<Finding, 'grade'>, other: Pick<Finding, 'grade'>): number {
  return grades.indexOf(one.grade) - grades.indexOf(other.grade)
}

const waitingSchema = z.object({
  /** All that the role of whoever asks can end. The credit of buyers is one thing. */
  things: z.int(),
  awaiting: z.object({ orders: z.int(), sum, oldest: time.nullable() }),
  review: z.int(),
  refundFailed: z.int(),
  refundToSend: z.int(),
  disputed: z.int(),
  /** Disputes that a bank decides now. */
  answered: z.int(),
  attention: z.int(),
  lapsing: z.int(),
  /** The newest release, if its files are missing or lack size and hashes; for the owner. */
  incompleteRelease: z
    .object({ version: z.string(), date: daySchema, files: z.int(), missing: z.int() })
    .nullable(),
  mails: z.object({ queued: z.int(), dead: z.int() }),
  messages: z.object({ unanswered: z.int(), oldest: time.nullable() }),
  doctor: z.array(findingSchema),
})

export type Waiting = z.infer<typeof waitingSchema>

/**
 * Sums of the documents issued in a time. `total` and `tax` are less `refunded`: what the time's notes give back, without what
 * another invoice charges again.
 */
const salesSchema = z.object({ orders: z.int(), total: z.int(), refunded: z.int(), tax: z.int() })

export type Sales = z.infer<typeof salesSchema>

/** By documents as issued, less refunds: `plans` come to the sum of `months`. */
const soldPlanSchema = z.object({
  sku: z.string(),
  /** The change that was bought for an existing licence; null for a new licence. */
  change: z.enum(['renewal', 'upgrade', 'ahead', 'seats']).nullable(),
  name: z.string(),
  licences: z.int(),
  total: z.int(),
})

export type SoldPlan = z.infer<typeof soldPlanSchema>

const soldSchema = z.object({
  sales: z.array(salesSchema.extend({ day: daySchema })).nullable(),
  /** Sales of as many days before, and of the same days a year before. */
  before: salesSchema.nullable(),
  yearBefore: salesSchema.nullable(),
  /** `before` is the total of the same month a year before. */
  months: z.array(salesSchema.extend({ month: z.string(), before: z.int() })).nullable(),
  /** What nobody has paid yet of the sales of the days, and of the months. */
  unpaid: z.object({ days: z.int(), months: z.int() }).nullable(),
  /** What came in by card and transfer, whatever it was for. */
  cameIn: z.object({ today: z.int(), days: z.int() }).nullable(),
  /** Plans sold in the same months, the best first. */
  plans: z.array(soldPlanSchema).nullable(),
})

export type Sold = z.infer<typeof soldSchema>

const owedSchema = z.object({
  orders: z.int(),
  sum: z.int(),
  /** The largest credits. */
  first: z.array(z.object({ number: z.string(), buyer: z.string(), credit: z.int() })),
})

export type Owed = z.infer<typeof owedSchema>

const adoptedVersionSchema = z.object({
  appVersion: z.string().nullable(),
  machines: z.int(),
  /** Null without a version. */
  channel: channelSchema.nullable(),
  /** Percent of the installations that are offered it; null for a version that isn't listed. */
  rollout: z.int().nullable(),
  isWithdrawn: z.boolean(),
})

export const overviewQuerySchema = z.object({ days: digits(1, 92).default(30) })

/** The answer of `GET /api/desk/overview`. */
export const overviewSchema = waitingSchema.extend({
  /** The longest waiting of each kind. */
  first: firstInLineSchema,
  /** Licences whose updates end within thirty days, and when the first of them does. Null for a role that reads none. */
  renewals: z.object({ licences: z.int(), first: time.nullable() }).nullable(),
  ...soldSchema.shape,
  /** Credit that buyers may have back; null for a role that sees no sums. */
  owed: owedSchema.nullable(),
  /** Machines that were seen lately; null stands for those that told no version. */
  versions: z.array(adoptedVersionSchema),
  /** Versions that messages name far more often than the week before; none for a role that reads no messages. */
  messageRise: z.array(z.object({ version: z.string(), messages: z.int(), before: z.int() })),
  /** What visitors looked for in the help lately and didn't find, the most frequent first; as `messageRise` for roles. */
  missedSearches: z.array(z.object({ words: z.string(), times: z.int() })),
})

export type Overview = z.infer<typeof overviewSchema>
