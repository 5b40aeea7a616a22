import { z } from 'zod'
import { isAbn, whyNoAbn } from '../buyer/abn.ts'
import { addressSchemas } from '../buyer/address-schemas.ts'
import { countryCodes } from '../buyer/countries.ts'
import { isNzbn, whyNoNzbn } from '../buyer/nzbn.ts'
import { businessNumberMax, tidyNumber } from '../buyer/tidy-number.ts'
import { hasVatIds, isVatId, tidyVatId, whyNoVatId } from '../buyer/vat-id.ts'
import { onceRead } from '../http/once-read.ts'
import { optional } from '../http/optional.ts'
import { changeRequestSchema, licenceAccessSchema } from '../licensing/changes.ts'
import { typedCodeSchema } from '../pricing/codes.ts'
import { emailSchema, line, optionalLine, required, text, verificationSchema } from '../text/text-fields.ts'

function optionalNumber() {
  return optionalLine(businessNumberMax).transform((text) => text && tidyNumber(text))
}

const customerFields = z.object(
  {
    /** Required as well; the total decides which error a missing name gets. */
    name: line(100, 'Enter your name.').default(''),
    email: emailSchema,
    companyName: optionalLine(200),
    abn: optionalNumber().refine((text) => text === undefined || isAbn(text), {
      error: ({ input }) => whyNoAbn(String(input)),
    }),
    nzbn: optionalNumber().refine((text) => text === undefined || isNzbn(text), {
      error: ({ input }) => whyNoNzbn(String(input)),
    }),
    country: z.enum(countryCodes, 'Choose a country.'),
    vatId: optionalLine(30).transform((text) => text && tidyVatId(text)),
    ...addressSchemas(optionalLine),
  },
  'Say who is buying.',
)

const customerSchema = withVatId(customerFields)
export const namedCustomerSchema = withVatId(
  customerFields.extend({ name: required(100, 'Enter your name.') }),
)

function withVatId<Schema extends z.ZodType<{ country: string; vatId?: string | undefined }>>(
  schema: Schema,
) {
  return schema.refine(({ country, vatId }) => vatId === undefined || isVatId(vatId, country), {
    path: ['vatId'],
    error: ({ input }) => noVatId((input as { country: string }).country),
    ...onceRead('country', 'vatId'),
  })
}

function noVatId(country: string): string {
  return hasVatIds(country) ? whyNoVatId(country) : 'Only countries of the European Union have VAT IDs.'
}

const fields = z.object({
  expectedTotal: z
    .int('The total must be a whole number of cents.')
    .nonnegative('The total can’t be negative.'),
  paymentMethod: z.enum(['card', 'invoice'], 'Choose how to pay.'),
  customer: customerSchema,
  code: typedCodeSchema,
  purchaseOrder: optionalLine(60),
  /** Mails attach e-invoices in addition to the PDFs. */
  eInvoice: optional(z.boolean('Yes or no.')),
  acceptTerms: z.literal(true, 'Accept the terms to go on.'),
  /** The consent of EU consumers, see `waiverOf`. */
  waivesWithdrawal: optional(z.boolean('Yes or no.')),
  verification: verificationSchema,
})

/**
 * Body of `POST /api/checkout` for a cart. The schemas below are for a licence change and for a quote. Pricing
 * checks the lines later.
 */
export const checkoutSchema = fields.extend({
  items: z.array(z.unknown(), 'The cart must be a list.').max(100, 'At most 100 lines.'),
})

export const changeCheckoutSchema = fields.extend({
  items: optional(z.undefined('An order is either a cart or a change of a licence.')),
  licence: licenceAccessSchema,
  change: changeRequestSchema.refine(
    (change) => Object.values(change).some((part) => part !== undefined),
    'Say what to change.',
  ),
})

/** Requires the name in the schema, so that one answer lists all errors. */
export function withName<Shape extends Pick<typeof checkoutSchema.shape, 'customer'>>(
  schema: z.ZodObject<Shape>,
) {
  return schema.extend({ customer: namedCustomerSchema })
}

export const quoteCheckoutSchema = fields.extend({
  items: optional(z.undefined('An order is either a cart or a quote.')),
  customer: optional(z.undefined('The quote says who buys. Leave this out, or make another quote.')),
  code: optional(z.undefined('The quote holds its prices. Leave this out, or make another quote.')),
  /** Defaults to the quote's total. */
  expectedTotal: optional(fields.shape.expectedTotal),
  /** Replaces the quote's purchase order, even by null. If omitted, the quote's stays. */
  purchaseOrder: line(60, 'This must be text.').nullish(),
  quote: z.object({
    id: text(64, 'Name the quote.'),
    accessToken: text(64, 'The quote’s token is missing.'),
  }),
})

const quoted = {
  customer: true,
  code: true,
  purchaseOrder: true,
  eInvoice: true,
  verification: true,
} as const

export const newQuoteSchema = checkoutSchema.pick({ items: true, ...quoted })

/** A change of a licence can be quoted like a cart. */
export const newChangeQuoteSchema = changeCheckoutSchema.pick({
  items: true,
  licence: true,
  change: true,
  ...quoted,
})

export const priceCartSchema = checkoutSchema
  .pick({ items: true, code: true })
  .extend({ country: customerFields.shape.country })

export type Customer = z.output<typeof customerSchema>

/** The buyer as stored with an order or a quote. */
export type Buyer = Customer &
  Pick<z.output<typeof fields>, 'purchaseOrder' | 'eInvoice' | 'waivesWithdrawal'>

export type CheckoutBody = z.input<typeof checkoutSchema>
export type ChangeCheckoutBody = z.input<typeof changeCheckoutSchema>
export type QuoteCheckoutBody = z.input<typeof quoteCheckoutSchema>
export type ChangeOrder = z.output<typeof changeCheckoutSchema>
export type CheckoutOrder = z.output<typeof checkoutSchema> | ChangeOrder
export type QuoteRequest = z.output<typeof newQuoteSchema> | z.output<typeof newChangeQuoteSchema>
export type QuoteOrder = z.output<typeof quoteCheckoutSchema>

export const itemSchema = z.object({
  sku: text(100, 'The product is missing.'),
  qty: z.int('Enter a whole number.').positive('At least one.'),
})
