import { z } from 'zod'
import { required } from '../text/text-fields.ts'
import { historyEntrySchema, next, time } from './answers.ts'
import { listedLicenceSchema } from './licence-answers.ts'
import { listedOrderSchema } from './order-answers.ts'
import { listedQuoteSchema } from './quote-answers.ts'
import { given, listQuery, paging, searchText } from './requests/fields.ts'
import { customerSorts } from './sorts.ts'

export const customerListQuerySchema = listQuery(customerSorts, { q: given(searchText) })

export const customerListSchema = z.object({
  customers: z.array(
    z.object({
      email: z.string(),
      name: z.string(),
      companyName: z.string().nullable(),
      country: z.string(),
      orders: z.int(),
      /** Paid totals less refunds. */
      kept: z.int(),
      lastOrderAt: time,
    }),
  ),
  next,
})

export type CustomerList = z.infer<typeof customerListSchema>

const timelineEntrySchema = historyEntrySchema.extend({
  /** The kind of the subject. */
  kind: z.enum(['order', 'quote', 'licence', 'message', 'mail', 'customer']),
  /** Opens the subject: an id, an order's number or an e-mail. */
  id: z.string(),
  /** The subject's displayed name. */
  name: z.string(),
  detail: z.string(),
})

export type TimelineEntry = z.infer<typeof timelineEntrySchema>

export const pageQuerySchema = z.object(paging)

export const companyQuerySchema = z.object({ name: required(200, 'Name a company.'), ...paging })

/** A customer is an e-mail address, or a company with its addresses. Has the newest items of each kind; lists have all. */
export const customerSchema = z.object({
  /** Null for a company. */
  email: z.string().nullable(),
  emails: z.array(z.string()),
  names: z.array(z.string()),
  companies: z.array(z.string()),
  counts: z.object({ orders: z.int(), licences: z.int(), quotes: z.int() }),
  /** Paid totals less refunds. */
  kept: z.int(),
  /** The unpaid amounts of the customer's orders. */
  outstanding: z.int(),
  firstOrderAt: time.nullable(),
  orders: z.array(listedOrderSchema),
  licences: z.array(listedLicenceSchema),
  quotes: z.array(listedQuoteSchema),
  timeline: z.array(timelineEntrySchema),
  /** Cursor of the timeline's next page; null on the last one. */
  next,
})

export type DeskCustomer = z.infer<typeof customerSchema>
