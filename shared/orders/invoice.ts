import { z } from 'zod'
import { daySchema } from '../calendar/day-schema.ts'
import { text } from '../text/text-fields.ts'

const cents = z.int().nonnegative()
/** `tax` is included in `total`. */
const price = z.object({ total: cents, tax: cents })

const reference = z.object({ number: z.string(), date: daySchema })

const address = z.object({
  lines: z.array(z.string()),
  city: z.string().optional(),
  state: z.string().optional(),
  postcode: z.string().optional(),
})

/** Documents issued before addresses were stored have neither. */
const place = { address: address.nullable().default(null), countryCode: z.string().default('') }

const document = z.object({
  number: z.string(),
  date: daySchema,
  currency: z.string(),
  seller: z.object({
    name: z.string(),
    number: z.object({ label: z.string(), value: z.string() }).nullish(),
    email: z.string().optional(),
    country: z.string().optional(),
    ...place,
    /** Only in documents issued before other registers were supported. */
    abn: z.string().optional(),
  }),
  buyer: z.object({
    name: z.string(),
    companyName: z.string().nullable(),
    abn: z.string().nullable(),
    nzbn: z.string().nullable().default(null),
    vatId: z.string().nullable().default(null),
    country: z.string(),
    ...place,
    email: z.string(),
  }),
  purchaseOrder: z.string().nullable(),
  /** The page that mails the buyer a link to the document. Documents get filed and passed on, so none contains a token. */
  page: z.string().optional(),
  /** False for foreign buyers and for sellers without tax. Such a document isn't a tax invoice. */
  taxed: z.boolean(),
  taxKind: z
    .object({ name: z.string(), percent: z.string(), country: z.string() })
    .nullable()
    .default({ name: 'GST', percent: '10%', country: 'Australia' }),
  reverseCharge: z.boolean().default(false),
})

const ofOrder = document.extend({ orderNumber: z.string() })

const lines = z.array(
  // Total and tax are after discounts.
  price.extend({
    description: z.string(),
    qty: z.int().positive(),
    unitAmount: cents,
    /** `tax` is missing in documents issued before it was stored. */
    discounts: z.array(z.object({ label: z.string(), amount: cents, tax: cents.optional() })).default([]),
  }),
)

const payment = z.object({ date: daySchema, method: z.enum(['card', 'invoice']) })

/** `amount` came in by `date`, before the invoice was issued. */
const received = z.object({ amount: cents.positive(), date: daySchema })

const transfer = z.object({
  due: daySchema,
  /** The part of the total that came in. Older invoices don't have it. */
  received: received.optional(),
  /** Empty if the order was refunded, so that the invoice doesn't ask for money. */
  facts: z.array(z.object({ term: z.string(), value: z.string() })),
})

const invoice = ofOrder.extend({
  kind: z.literal('invoice'),
  lines,
  ...price.shape,
  paid: payment.nullable(),
  transfer: transfer.nullable().default(null),
  /** The earlier invoice that this one corrects. */
  replaces: reference.optional(),
  /** The earlier invoice, which a note cancelled before the payment came in. */
  follows: reference.extend({ note: reference }).optional(),
})

const adjustmentNote = ofOrder.extend({
  kind: z.literal('adjustment_note'),
  invoice: reference,
  before: price,
  after: price,
  reason: text(500, 'A reason is text.').optional(),
  /** Negative if the note increases the invoice again, because money came back. */
  total: z.int(),
  tax: z.int(),
  refunds: z.boolean().default(true),
})

const receipt = ofOrder.extend({
  kind: z.literal('receipt'),
  invoice: reference,
  paid: payment,
  ...price.shape,
})

/** In cents. The sum paid before the invoice was issued; null if none. */
export function prepaidOf({ paid, total, transfer }: Pick<Invoice, 'paid' | 'total' | 'transfer'>) {
  return paid ? total : (transfer?.received?.amount ?? null)
}

/** The content of both the PDF and the page. Amounts in cents. */
export const invoiceContentSchema = z
  .discriminatedUnion('kind', [invoice, adjustmentNote, receipt])
  .meta({ id: 'InvoiceContent' })

export const quoteContentSchema = document.extend({
  kind: z.literal('quote'),
  lines,
  ...price.shape,
  validUntil: daySchema,
  /** The seller's note to the buyer. */
  note: text(2000, 'A note is text.').optional(),
})

export type InvoiceContent = z.infer<typeof invoiceContentSchema>
export type Invoice = Extract<InvoiceContent, { kind: 'invoice' }>
export type Received = z.infer<typeof received>
export type InvoiceKind = InvoiceContent['kind']
export type QuoteContent = z.infer<typeof quoteContentSchema>
export type DocumentContent = InvoiceContent | QuoteContent
export type Price = z.infer<typeof price>
