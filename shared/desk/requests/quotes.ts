import { z } from 'zod'
import { itemSchema, namedCustomerSchema, newQuoteSchema, priceCartSchema } from '../../orders/checkout.ts'
import { quoteDays } from '../../orders/quotes.ts'
import { line, text } from '../../text/text-fields.ts'
import { quoteSorts } from '../sorts.ts'
import { given, listQuery, notAnObject, ofCustomer, reason, searchText } from './fields.ts'

const quoteStates = ['open', 'ordered', 'expired', 'withdrawn'] as const

export const quoteListQuerySchema = listQuery(quoteSorts, {
  state: given(z.enum(quoteStates)),
  ...ofCustomer,
  q: given(searchText),
})

export type QuoteListQuery = z.output<typeof quoteListQuerySchema>

/** The longest that a quote may hold its prices. */
export const mostQuoteDays = 180

/** `note` is shown to the buyer. */
export const deskQuoteRequestSchema = newQuoteSchema.omit({ verification: true }).extend({
  items: z.array(itemSchema, 'Choose what to quote.').min(1, 'Choose what to quote.').max(100),
  customer: namedCustomerSchema,
  days: z
    .int('Enter a whole number.')
    .min(1, 'At least one.')
    .max(mostQuoteDays, `At most ${mostQuoteDays}.`)
    .default(quoteDays),
  note: given(line(500, 'This must be text.')),
  expectedTotal: z.int('Enter a whole number.').optional().meta({
    description: 'In cents. Another total is refused, so that nobody mails a sum that they didn’t see.',
  }),
})

export type DeskQuoteRequest = z.output<typeof deskQuoteRequestSchema>

/** `items` reads like "solo:2,studio:1". */
export const quotePriceQuerySchema = priceCartSchema.extend({
  items: text(2000, 'Choose what to quote.')
    .transform((list) => list.split(',').map((item) => item.split(':')))
    .transform((items) => items.map(([sku, qty]) => ({ sku, qty: Number(qty) })))
    .pipe(z.array(itemSchema).max(100)),
})

export const withdrawSchema = z.object({ reason }, notAnObject)
