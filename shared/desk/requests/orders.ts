import { z } from 'zod'
import { countryCodes } from '../../buyer/countries.ts'
import { daySchema } from '../../calendar/day-schema.ts'
import { buyerSchema } from '../../licensing/mine-requests.ts'
import { orderStatusSchema } from '../../orders/orders.ts'
import { tidyCode } from '../../pricing/codes.ts'
import { emailSchema, exactText, line, text } from '../../text/text-fields.ts'
import { orderSorts } from '../sorts.ts'
import { saleKinds } from '../trend-answers.ts'
import { waitingKinds } from '../waiting-words.ts'
import {
  cents,
  confirm,
  given,
  listQuery,
  notAnObject,
  ofCustomer,
  reason,
  searchText,
  seen,
} from './fields.ts'

const countryCode = z.enum(countryCodes as [string, ...string[]], 'A country is two letters, such as AU.')

export const orderMethods = ['card', 'transfer'] as const

const orderDates = ['documents', 'disputes'] as const

export type OrderDate = (typeof orderDates)[number]

export const orderListQuerySchema = listQuery(orderSorts, {
  status: given(
    text(200, 'This must be text.')
      .transform((list) => list.split(','))
      .pipe(z.array(orderStatusSchema)),
  ),
  waits: given(z.enum(waitingKinds)).meta({ description: 'What Today counts as one kind.' }),
  method: given(z.enum(orderMethods)),
  code: given(exactText(64, 'This must be text.').transform(tidyCode)),
  ...ofCustomer,
  q: given(searchText),
  from: given(daySchema),
  to: given(daySchema),
  dated: given(z.enum(orderDates)).meta({
    description:
      'Whose days they are: those of the order, unless told, or of its invoices and adjustment notes, or those on which a dispute of it began.',
  }),
  /** Orders with this product in a line. */
  sku: given(exactText(100, 'This must be text.')),
  /** Orders with a line of this kind of sale. */
  kind: given(z.enum(saleKinds)),
  /** The buyer's country, such as NZ. */
  country: given(countryCode),
})

export type OrderListQuery = z.output<typeof orderListQuerySchema>

const ids = z.array(text(64, 'Name a licence.'), 'Name licences in a list.').max(200).default([])

export const paymentSchema = z.object(
  {
    amount: cents.max(999_999_999),
    date: daySchema,
    reference: given(line(200, 'This must be text.')),
    ...seen,
  },
  notAnObject,
)

/** `credit` pays back the whole credit, so it excludes the other members. */
export const refundSchema = z
  .object(
    {
      amount: cents.optional(),
      licences: ids,
      reason,
      credit: z.boolean().default(false),
      confirm,
      /** `seen` of the preview. A refund with another effect is refused. */
      seen: given(text(64, 'This must be text.')),
      ...seen,
    },
    notAnObject,
  )
  .superRefine(({ credit, amount, licences, reason }, { addIssue }) => {
    if (!credit) return
    const besides = { amount, licences: licences[0], reason }
    for (const [name, value] of Object.entries(besides)) {
      if (value === undefined) continue
      addIssue({ code: 'custom', path: [name], message: 'The credit goes back as a whole, on its own.' })
    }
  })

/** Defaults to the whole refund to be sent, and to today. */
export const refundSentSchema = z.object(
  {
    amount: cents.max(999_999_999).optional(),
    date: given(daySchema),
    reference: given(line(200, 'This must be text.')),
    ...seen,
  },
  notAnObject,
)

export const undoPaymentSchema = z.object({ payment: exactText(64, 'Name a payment.'), ...seen }, notAnObject)

export const moveCreditSchema = z.object(
  {
    /** The number of another order of the same buyer. */
    to: exactText(64, 'Name an order.'),
    ...seen,
  },
  notAnObject,
)

/** A new `country` changes the tax. If an invoice exists, a note with the `reason` cancels it, and a new invoice follows. */
export const deskBuyerSchema = buyerSchema.extend({
  email: given(emailSchema),
  country: given(countryCode),
  reason,
  ...seen,
})
