import { z } from 'zod'
import { orderSchema } from '../orders/orders.ts'
import { quoteSchema } from '../orders/quotes.ts'
import { historyEntrySchema, next, time } from './answers.ts'
import { sentMailSchema } from './mail-answers.ts'

export const listedQuoteSchema = quoteSchema
  .pick({
    id: true,
    number: true,
    status: true,
    validUntil: true,
    total: true,
    currency: true,
    purchaseOrder: true,
    orderNumber: true,
  })
  .extend({
    createdAt: time,
    withdrawnAt: time.nullable(),
    code: z.string().nullable(),
    customer: orderSchema.shape.customer,
  })

const { lines, discount, tax, orderedAt, changesLicence } = quoteSchema.shape

/** A quote as staff see it, without the link for ordering it. */
export const deskQuoteSchema = listedQuoteSchema.extend({
  lines,
  discount,
  tax,
  orderedAt,
  changesLicence,
  /** The note to its buyer. */
  note: z.string().nullable(),
  taxRule: orderSchema.shape.taxRule,
  mails: z.array(sentMailSchema),
  /** Acts of staff on it. */
  events: z.array(historyEntrySchema),
})

export type DeskQuote = z.infer<typeof deskQuoteSchema>

export const quoteListSchema = z.object({ quotes: z.array(listedQuoteSchema), next })

export type QuoteList = z.infer<typeof quoteListSchema>
