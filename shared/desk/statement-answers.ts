import { z } from 'zod'
import { daySchema } from '../calendar/day-schema.ts'
import { orderStatusSchema } from '../orders/orders.ts'
import { next } from './answers.ts'
import { decisionsSchema, type Sample } from './statement-decisions.ts'

/** The statement's lines by group: paid in full, for a person to decide, booked, or left alone. */
export const statementGroups = {
  matched: ['matched'],
  decide: ['wrong_amount', 'wrong_date', 'several', 'taken_back'],
  booked: ['already'],
  left: ['none'],
} as const

export type StatementGroup = keyof typeof statementGroups

const statementLineSchema = z.object({
  /** The line's number in the file, counting headers; in OFX and CAMT.053 its place. */
  n: z.int(),
  date: daySchema,
  /** Negative for money that left the account. */
  amount: z.int(),
  /** What no order got of it yet. */
  left: z.int(),
  text: z.string(),
  /**
   * `wrong_date` lies before the order's day or in the future, and can't be booked. `taken_back` names the order that it was
   * booked to by mistake.
   */
  state: z.enum(['matched', 'wrong_amount', 'wrong_date', 'several', 'taken_back', 'none', 'already']),
  /** Numbers of proposed or paid orders. Money out has those whose refund it sends, or whose number it names. */
  orders: z.array(z.string()),
  /** Why each of them is proposed, in words. */
  why: z.array(z.string()),
  /** How the text names the first of them. `cut` begins like it; `number` may mean something else. */
  by: z
    .enum(['reference', 'invoice', 'cut', 'number', 'purchase_order', 'email', 'name', 'amount', 'quote'])
    .nullable(),
  /** The number of a quote that it pays, though nobody ordered it. */
  quote: z.string().nullable(),
  /** What each order gets, if the line pays several in full. */
  split: z.array(z.object({ order: z.string(), amount: z.int() })).nullable(),
  /** Where the text names the first order. */
  said: z.tuple([z.int(), z.int()]).nullable(),
  bookedAt: z.string().nullable(),
  /** As the file says; null means the shop's own. */
  currency: z.string().nullable(),
  /** Its name, set in a file of several accounts. */
  account: z.string().nullable(),
  /** Why no order is proposed. */
  reason: z.enum(['money_out', 'currency', 'not_booked']).nullable(),
})

const payerSchema = z.object({ buyer: z.string(), company: z.string().nullable() })

const sampleSchema: z.ZodType<Sample> = z.object({
  header: z.array(z.string()).nullable(),
  rows: z.array(z.array(z.string())),
})

/** `amount` is what no order got yet, or of booked lines what came in. Where lines are left alone, money out counts too. */
const groupTotal = z.object({ lines: z.int(), amount: z.int() })

export const statementSchema = z.object({
  id: z.string(),
  account: z.string(),
  /** How a CSV file was read. Some parts are missing for one that was read before they could be chosen. */
  decisions: decisionsSchema
    .partial({ encoding: true, delimiter: true, header: true, until: true, currency: true })
    .nullable(),
  /** The same in words, for any file. */
  decided: z.array(z.string()),
  /** Rows that can't be read, and why. In parts they come with the lines that are booked or left alone. */
  unread: z.array(z.object({ line: z.int(), text: z.string(), reason: z.string() })),
  /** Its header, null without one, and first five rows, as they stand in the file. */
  sample: sampleSchema.nullable(),
  /** First and last day of its lines; null without any. */
  from: daySchema.nullable(),
  to: daySchema.nullable(),
  totals: z.object({
    matched: groupTotal,
    decide: groupTotal,
    booked: groupTotal,
    left: groupTotal,
    unread: z.int(),
  }),
  lines: z.array(statementLineSchema),
  /** `after` of the next part; null if nothing is left. */
  next: z.int().nullable(),
  /** The orders that its lines name, by number. */
  awaited: z.record(
    z.string(),
    payerSchema.extend({
      status: orderStatusSchema,
      /** 0 if nothing is due, such as of a paid order. */
      outstanding: z.int(),
      /** A refund that is to be sent, which money out settles. */
      toSend: z.int(),
      currency: z.string(),
      placedAt: z.string(),
      /** The largest difference that can be forgiven as a bank's fee. */
      mostFee: z.int(),
    }),
  ),
  /** The quotes that its lines name, by number. */
  quotes: z.record(z.string(), payerSchema.extend({ id: z.string(), total: z.int(), currency: z.string() })),
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
  next,
  /** Those known. One without statements can be removed. */
  accounts: z.array(z.object({ id: z.string(), name: z.string(), statements: z.int() })),
  /** The last CSV's account. */
  last: z.string().nullable(),
})

export type StatementList = z.infer<typeof statementListSchema>

export const confirmedSchema = z.object({
  booked: z.int(),
  orders: z.array(z.string()),
  already: z.array(z.int()),
  failed: z.array(z.object({ n: z.int(), detail: z.string() })),
})

export type Confirmed = z.infer<typeof confirmedSchema>
