import { z } from 'zod'
import { daySchema } from './day-schema.ts'

const cents = z.int().nonnegative()
/** A price and the tax inside it. */
const price = z.object({ total: cents, tax: cents })

const reference = z.object({ number: z.string(), date: daySchema })

const document = z.object({
  number: z.string(),
  /** The day of issue in the seller's time zone. */
  date: daySchema,
  currency: z.string(),
  seller: z.object({
    name: z.string(),
    number: z.object({ label: z.string(), value: z.string() }).nullish(),
    /** The number, on documents from before other registers could be named. */
    abn: z.string().optional(),
  }),
  buyer: z.object({
    name: z.string(),
    companyName: z.string().nullable(),
    abn: z.string().nullable(),
    vatId: z.string().nullable().default(null),
    /** In English, as people read it. */
    country: z.string(),
    email: z.string(),
  }),
  purchaseOrder: z.string().nullable(),
  /** False for a buyer elsewhere, or a seller who charges no tax: no tax, and no word of a tax invoice. */
  taxed: z.boolean(),
  /** What the seller charges at home; null for one who charges none. */
  taxKind: z
    .object({ name: z.string(), percent: z.string(), country: z.string() })
    .nullable()
    .default({ name: 'GST', percent: '10%', country: 'Australia' }),
  /** The buyer accounts for the VAT. */
  reverseCharge: z.boolean().default(false),
})

const ofOrder = document.extend({ orderNumber: z.string() })

const lines = z.array(
  // Totals are what is left after the discounts.
  price.extend({
    description: z.string(),
    qty: z.int().positive(),
    unitAmount: cents,
    discounts: z.array(z.object({ label: z.string(), amount: cents })).default([]),
  }),
)

const payment = z.object({ date: daySchema, method: z.enum(['card', 'invoice']) })

/** Where a transfer goes, and until when. */
const transfer = z.object({
  due: daySchema,
  facts: z.array(z.object({ term: z.string(), value: z.string() })),
})

const invoice = ofOrder.extend({
  kind: z.literal('invoice'),
  lines,
  ...price.shape,
  /** Null for one that was issued before its payment. */
  paid: payment.nullable(),
  transfer: transfer.nullable().default(null),
  /** The invoice that this one corrects. */
  replaces: reference.optional(),
})

const adjustmentNote = ofOrder.extend({
  kind: z.literal('adjustment_note'),
  invoice: reference,
  /** Of the order, with the adjustments that came earlier. */
  before: price,
  after: price,
  ...price.shape,
  /** False where nothing had been paid, so nothing goes back. */
  refunds: z.boolean().default(true),
})

const receipt = ofOrder.extend({
  kind: z.literal('receipt'),
  invoice: reference,
  paid: payment,
  ...price.shape,
})

/** The contents of an order's document, for its PDF and its page. Money in cents. */
export const invoiceContentSchema = z.discriminatedUnion('kind', [invoice, adjustmentNote, receipt])

export const quoteContentSchema = document.extend({
  kind: z.literal('quote'),
  lines,
  ...price.shape,
  validUntil: daySchema,
  /** A code on it can be used up by others before the quote is ordered. */
  whileCodeLasts: z.string().nullable(),
})

export type InvoiceContent = z.infer<typeof invoiceContentSchema>
export type InvoiceKind = InvoiceContent['kind']
export type QuoteContent = z.infer<typeof quoteContentSchema>
export type DocumentContent = InvoiceContent | QuoteContent
export type Price = z.infer<typeof price>
export type TransferFacts = z.infer<typeof transfer>
