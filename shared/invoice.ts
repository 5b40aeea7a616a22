import { z } from 'zod'
import { daySchema } from './day-schema.ts'

const cents = z.int().nonnegative()
/** A price and the GST inside it. */
const price = z.object({ total: cents, tax: cents })

const document = z.object({
  number: z.string(),
  /** The day of issue where the seller is. */
  date: daySchema,
  orderNumber: z.string(),
  currency: z.string(),
  seller: z.object({ name: z.string(), abn: z.string() }),
  buyer: z.object({
    name: z.string(),
    companyName: z.string().nullable(),
    abn: z.string().nullable(),
    /** In English, as people read it. */
    country: z.string(),
    email: z.string(),
  }),
  purchaseOrder: z.string().nullable(),
  /** False for a buyer outside Australia: no GST, and no word of a tax invoice. */
  taxed: z.boolean(),
})

const invoice = document.extend({
  kind: z.literal('invoice'),
  lines: z.array(price.extend({ description: z.string(), qty: z.int().positive(), unitAmount: cents })),
  ...price.shape,
  paid: z.object({ date: daySchema, method: z.enum(['card', 'invoice']) }),
  /** The invoice that this one corrects. */
  replaces: z.object({ number: z.string(), date: daySchema }).optional(),
})

const adjustmentNote = document.extend({
  kind: z.literal('adjustment_note'),
  invoice: z.object({ number: z.string(), date: daySchema }),
  /** Of the order, with the adjustments that came earlier. */
  before: price,
  after: price,
  /** The decrease. */
  ...price.shape,
})

/** The contents of a document, for its PDF and its page. Money in cents. */
export const invoiceContentSchema = z.discriminatedUnion('kind', [invoice, adjustmentNote])

export type InvoiceContent = z.infer<typeof invoiceContentSchema>
export type InvoiceKind = InvoiceContent['kind']
export type Price = z.infer<typeof price>
