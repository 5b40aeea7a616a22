import { z } from 'zod'
import { cartPriceSchema } from '../pricing/price-answer.ts'
import { quoteContentSchema } from './invoice.ts'

/** The days for which prices hold, in the company's time zone. */
export const quoteDays = 30

/** `expired` no longer holds its prices; the seller has taken back `withdrawn`. */
const quoteStatusSchema = z.enum(['open', 'ordered', 'withdrawn', 'expired'])

/** The answer of `GET /api/quotes/:id`. Amounts in cents, times ISO 8601 UTC. */
export const quoteSchema = z.object({
  id: z.string(),
  number: z.string(),
  status: quoteStatusSchema,
  validUntil: z.iso.datetime(),
  lines: cartPriceSchema.shape.lines,
  discount: z.int(),
  total: z.int(),
  tax: z.int(),
  currency: z.string(),
  /** True for a renewal, an upgrade or extra machines. */
  changesLicence: z.boolean(),
  purchaseOrder: z.string().optional(),
  orderNumber: z.string().nullable(),
  orderedAt: z.iso.datetime().nullable(),
  /** Null also if the visitor can’t open the order. */
  orderId: z.string().nullable(),
  /** Whether the buyer got a mail with the order’s link. */
  orderMailed: z.boolean(),
  /** Whether the order awaits its payment, and can still end unpaid. */
  orderUnpaid: z.boolean(),
  content: quoteContentSchema,
  url: z.string(),
  /** Contains the token, so that the buyer can pass it on. */
  link: z.string(),
})

export const listedQuoteSchema = quoteSchema
  .pick({
    id: true,
    number: true,
    validUntil: true,
    total: true,
    currency: true,
    orderNumber: true,
    url: true,
  })
  .extend({ createdAt: z.iso.datetime(), withdrawnAt: z.iso.datetime().nullable() })

export type ListedQuote = z.infer<typeof listedQuoteSchema>

export const madeQuoteSchema = z.object({
  quote: quoteSchema,
  accessToken: z.string(),
})

export type QuoteStatus = z.infer<typeof quoteStatusSchema>
export type Quote = z.infer<typeof quoteSchema>
export type MadeQuote = z.infer<typeof madeQuoteSchema>

export type QuoteFetch = (id: string) => Promise<Quote | null>
