import { z } from 'zod'
import { quoteSchema } from '../orders/quotes.ts'
import { time } from './answers.ts'

/** A quote as staff see it, without the link that orders it. */
export const deskQuoteSchema = quoteSchema
  .pick({
    id: true,
    number: true,
    status: true,
    validUntil: true,
    lines: true,
    discount: true,
    total: true,
    tax: true,
    currency: true,
    purchaseOrder: true,
    orderNumber: true,
    orderedAt: true,
  })
  .extend({
    createdAt: time,
    withdrawnAt: time.nullable(),
    code: z.string().nullable(),
    customer: z.object({ name: z.string(), email: z.string(), companyName: z.string().nullable() }),
  })

export type DeskQuote = z.infer<typeof deskQuoteSchema>
