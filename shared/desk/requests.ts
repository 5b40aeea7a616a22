import { z } from 'zod'
import { daySchema } from '../day-schema.ts'
import { buyerSchema, releaseSchema } from '../licensing/mine-requests.ts'
import { orderStatusSchema } from '../orders.ts'
import { emailSchema, line, required, text } from '../text-fields.ts'

const notAnObject = { error: 'The body must be an object.' }

/** The body of `POST /api/desk/link`. */
export const deskLinkSchema = z.object({ email: emailSchema }, notAnObject)

/** An empty field of a form says nothing. */
function given<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((value) => (value === '' ? undefined : value), schema.optional())
}

const searchText = line(200, 'This must be text.')
const paging = {
  after: given(text(200, 'This must be text.')),
  limit: z.coerce.number().int().min(1).max(200).default(50),
}

/** The query of `GET /api/desk/search`. */
export const searchQuerySchema = z.object({ q: searchText.default('') })

/** The query of `GET /api/desk/orders`. Days are the company's, both included. */
export const orderListQuerySchema = z.object({
  /** Comma separated. */
  status: given(
    text(200, 'This must be text.')
      .transform((list) => list.split(','))
      .pipe(z.array(orderStatusSchema)),
  ),
  method: given(z.enum(['card', 'transfer'])),
  q: given(searchText),
  from: given(daySchema),
  to: given(daySchema),
  ...paging,
})

export type OrderListQuery = z.output<typeof orderListQuerySchema>

/** The query of `GET /api/desk/licences`. */
export const licenceListQuerySchema = z.object({
  status: given(z.enum(['active', 'suspended', 'revoked'])),
  q: given(searchText),
  ...paging,
})

/** The query of a list without filters. */
export const pageQuerySchema = z.object(paging)

/** The revision that whoever acts has seen. Forms send it as text. */
const seen = { revision: given(z.coerce.number().int()) }
const cents = z.coerce.number('Enter an amount in cents.').int('Whole cents.').positive('More than nothing.')
const confirm = given(text(100, 'This must be text.'))
const reason = given(line(500, 'This must be text.'))
/** Forms send one or several values. */
const ids = z.preprocess(
  (value) => (value === undefined || value === '' ? [] : [value].flat()),
  z.array(text(64, 'Name a licence.')).max(200),
)

/** The body of `POST /api/desk/orders/:id/payments`. Cents; the day is the company's. */
export const paymentSchema = z.object(
  {
    amount: cents.max(999_999_999),
    date: daySchema,
    reference: given(line(200, 'This must be text.')),
    ...seen,
  },
  notAnObject,
)

/** The body of `POST /api/desk/orders/:id/refunds`. `credit`: what was paid too much, and nothing else. */
export const refundSchema = z.object(
  {
    amount: given(cents),
    licences: ids,
    reason,
    credit: z.stringbool().or(z.boolean()).default(false),
    confirm,
    ...seen,
  },
  notAnObject,
)

/** The body of acts that need nothing but who acts. */
export const actSchema = z.object(seen, notAnObject)

/** The body of `POST /api/desk/orders/:id/buyer`. */
export const deskBuyerSchema = buyerSchema.extend({ email: given(emailSchema), ...seen })

/** The body of `POST /api/desk/orders/:id/note`. */
export const noteSchema = z.object(
  {
    text: text(2000, 'Write a note.')
      .transform((value) => value.trim())
      .refine((value) => value !== '', 'Write a note.'),
  },
  notAnObject,
)

/** The body of acts on a licence; the reason is for the history. */
export const licenceActSchema = z.object({ reason }, notAnObject)

export const revokeSchema = z.object({ reason, confirm }, notAnObject)

export const deskReleaseSchema = releaseSchema.extend({ reason })

export const seatsSchema = z.object(
  { limit: z.coerce.number('Enter a number.').int().min(1, 'At least one.').max(10_000), reason },
  notAnObject,
)

/** `updatesUntil` is the last day of the updates, the company's. */
export const updatesUntilSchema = z.object({ updatesUntil: daySchema, reason }, notAnObject)

export const deskMoveSchema = z.object({ email: emailSchema, reason }, notAnObject)

/** The body of `POST /api/desk/licences`. The reason is needed: nothing else says why there is a licence. */
export const issueSchema = z.object(
  {
    sku: text(64, 'Name a product.'),
    name: required(100, 'Enter a name.'),
    email: emailSchema,
    companyName: given(line(200, 'This must be text.')),
    reason: required(500, 'Say why.'),
  },
  notAnObject,
)

/** The query of `GET /api/desk/messages`. */
export const messageListQuerySchema = z.object({
  state: z.enum(['unanswered', 'answered', 'quarantined']).default('unanswered'),
  ...paging,
})

/** The query of `GET /api/desk/mails`. */
export const mailListQuerySchema = z.object({ status: given(z.enum(['queued', 'sent', 'dead'])), ...paging })

/** The query of `GET /api/desk/overview`. */
export const overviewQuerySchema = z.object({ days: z.coerce.number().int().min(1).max(92).default(30) })

const bookSpan = { from: given(daySchema), to: given(daySchema) }
const basis = z.enum(['accrual', 'cash']).default('accrual')

/** The query of `GET /api/desk/books`: the company's days, both included; the quarter that it is without them. */
export const booksQuerySchema = z.object({
  ...bookSpan,
  basis,
  /** Whose documents are listed. */
  figure: z.enum(['g1', 'g2', '1a']).default('g1'),
})

export const bookKinds = ['documents', 'lines', 'payments', 'adjustments', 'xero'] as const

/** The query of `GET /api/desk/books.csv`. */
export const booksCsvQuerySchema = z.object({ ...bookSpan, kind: z.enum(bookKinds) })

/** The query of `POST /api/desk/statement`. */
export const statementQuerySchema = z.object({
  account: given(line(60, 'This must be text.')),
  /** Of a CSV, in their order: date, text, amount, debit, credit or ignore. */
  columns: given(text(300, 'This must be text.')),
})

/** The body of `POST /api/desk/statement/:id/confirm`. `full` wants the very amount that is outstanding. */
export const confirmSchema = z.object(
  {
    lines: z
      .array(
        z.object({
          n: z.coerce.number().int().positive(),
          order: text(64, 'Name an order.'),
          as: z.enum(['full', 'part', 'credit', 'skip']).default('full'),
        }),
      )
      .max(1000, 'At most 1000 lines at once.'),
  },
  notAnObject,
)

export type ConfirmedLine = z.output<typeof confirmSchema>['lines'][number]
