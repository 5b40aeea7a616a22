import { z } from 'zod'
import { daySchema } from '../calendar/day-schema.ts'
import { orderStatusSchema } from '../orders/orders.ts'
import { next } from './answers.ts'
import { decisionsSchema, type Sample } from './statement-decisions.ts'

/** Groups of lines: paid in full, to be decided by a person, booked, or left alone. */
export const statementGroups = {
  matched: ['matched'],
  decide: ['proposed', 'several', 'wrong_amount', 'wrong_date', 'taken_back'],
  booked: ['already'],
  left: ['held', 'none'],
} as const

export type StatementGroup = keyof typeof statementGroups

const statementLineSchema = z.object({
  /** The line's number in the file, counting headers; its position in OFX and CAMT.053. */
  n: z.int(),
  date: daySchema,
  /** Negative for money that left the account. */
  amount: z.int(),
  /** The part that isn't booked yet. */
  left: z.int(),
  text: z.string(),
  /**
   * `proposed` names no order in full, and `several` fits more than one. `wrong_date` is before the order's day or in
   * the future, so it can't be booked. `taken_back` was booked to this order by mistake and undone. `held` isn't booked
   * by the bank yet.
   */
  state: z.enum([
    'matched',
    'proposed',
    'several',
    'wrong_amount',
    'wrong_date',
    'taken_back',
    'held',
    'none',
    'already',
  ]),
  /** Numbers of the proposed or paid orders. For money out: orders whose refund it sends, or whose number it contains. */
  orders: z.array(z.string()),
  /** Why each of them is proposed, in words. */
  why: z.array(z.string()),
  /** How the text identifies the first order. `cut` is a truncated number; `number` may mean something else. */
  by: z
    .enum(['reference', 'invoice', 'cut', 'number', 'purchase_order', 'email', 'name', 'amount', 'quote'])
    .nullable(),
  /** The number of the quote that it pays, if nobody ordered the quote. */
  quote: z.string().nullable(),
  /** The amount for each order, if the line pays several in full. */
  split: z.array(z.object({ order: z.string(), amount: z.int() })).nullable(),
  /** Start and end of the first order's name in `text`. */
  said: z.tuple([z.int(), z.int()]).nullable(),
  bookedAt: z.string().nullable(),
  /** As in the file; null means the shop's own currency. */
  currency: z.string().nullable(),
  /** The account's name; null unless the file has several accounts. */
  account: z.string().nullable(),
  /** Why no order is proposed. */
  reason: z.enum(['money_out', 'currency']).nullable(),
})

const payerSchema = z.object({ buyer: z.string(), company: z.string().nullable() })

const sampleSchema: z.ZodType<Sample> = z.object({
  header: z.array(z.string()).nullable(),
  rows: z.array(z.array(z.string())),
})

/** `amount` is the unbooked sum; for booked lines, the sum that came in. For lines left alone it includes money out. */
const groupTotal = z.object({ lines: z.int(), amount: z.int() })

export const statementSchema = z.object({
  id: z.string(),
  account: z.string(),
  /** How a CSV file was read. Older statements lack some parts. */
  decisions: decisionsSchema
    .partial({ encoding: true, delimiter: true, header: true, until: true, currency: true })
    .nullable(),
  /** The same in words, for any file format. */
  decided: z.array(z.string()),
  /** Unreadable rows, each with a reason. In paged answers they come with the lines that are booked or left alone. */
  unread: z.array(z.object({ line: z.int(), text: z.string(), reason: z.string() })),
  /** The file's header, null without one, and its first five rows. */
  sample: sampleSchema.nullable(),
  /** The days of the first and the last line; null without lines. */
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
  /** `after` of the next part; null on the last one. */
  next: z.int().nullable(),
  /** The orders in its lines, by number. */
  awaited: z.record(
    z.string(),
    payerSchema.extend({
      status: orderStatusSchema,
      /** 0 if nothing is due, for example for a paid order. */
      outstanding: z.int(),
      /** A refund still to be sent, which money out can settle. */
      toSend: z.int(),
      currency: z.string(),
      placedAt: z.string(),
      /** The largest difference that can be forgiven as a bank's fee. */
      mostFee: z.int(),
    }),
  ),
  /** The quotes in its lines, by number. */
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
  /** The known accounts. One without statements can be removed. */
  accounts: z.array(z.object({ id: z.string(), name: z.string(), statements: z.int() })),
  /** The previous CSV's account. */
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
