import { z } from 'zod'
import { quoteContentSchema } from './invoice.ts'
import { cartPriceSchema } from './price-answer.ts'

/** The answer of `GET /api/quotes/:id`. Amounts in cents, times ISO 8601 UTC. */
export const quoteSchema = z.object({
  id: z.string(),
  number: z.string(),
  validUntil: z.iso.datetime(),
  lines: cartPriceSchema.shape.lines,
  discount: z.int(),
  total: z.int(),
  tax: z.int(),
  currency: z.string(),
  purchaseOrder: z.string().optional(),
  /** Of the order that was made of it; null while it can be ordered. */
  orderNumber: z.string().nullable(),
  /** What its document says, as it was made. */
  content: quoteContentSchema,
  url: z.string(),
  /** Its page, with the token that opens it: for whoever decides. */
  link: z.string(),
})

/** The answer of `POST /api/quotes`. */
export const madeQuoteSchema = z.object({
  quote: quoteSchema,
  /** Opens the quote, as `Authorization: Bearer …`. */
  accessToken: z.string(),
})

export type Quote = z.infer<typeof quoteSchema>
export type MadeQuote = z.infer<typeof madeQuoteSchema>

/** How a page asks for a quote: null for one that isn't there, or isn't the visitor's. */
export type QuoteFetch = (id: string) => Promise<Quote | null>
