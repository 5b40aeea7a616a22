import { z } from 'zod'
import { countryCodes } from '../buyer/countries.ts'
import { daySchema } from '../calendar/day-schema.ts'
import { optional } from '../http/optional.ts'
import { endEnrolmentSchema, enrolSchema, seatCountSchema } from '../licensing/enrolment.ts'
import { buyerSchema, keepKeySchema, releaseSchema } from '../licensing/mine-requests.ts'
import { itemSchema, namedCustomerSchema, newQuoteSchema, priceCartSchema } from '../orders/checkout.ts'
import { orderStatusSchema } from '../orders/orders.ts'
import { quoteDays } from '../orders/quotes.ts'
import { tidyCode } from '../pricing/codes.ts'
import { entitlementsSchema } from '../pricing/pricing.ts'
import { foldEmail } from '../text/email.ts'
import {
  emailSchema,
  line,
  plainLines,
  required,
  searchLine,
  text,
  verificationSchema,
} from '../text/text-fields.ts'
import { readWho } from './audit-words.ts'
import { bookBasisSchema, bookFigureSchema } from './books-answers.ts'
import { type ImportField, type ImportSource, importFieldNames, importSourceNames } from './import-fields.ts'
import { articleSchema } from './message-answers.ts'
import { addedRoleSchema } from './roles.ts'
import {
  auditSorts,
  customerSorts,
  licenceSorts,
  orderSorts,
  quoteSorts,
  type Sort,
  timeSorts,
  unsortedFilters,
} from './sorts.ts'
import { saleKinds, trendTables } from './trend-answers.ts'
import { waitingKinds } from './waiting-words.ts'

const notAnObject = { error: 'The body must be an object.' }

// Schemas of /api/desk. Amounts are in cents; days are the company's, both included.

/** Forms send empty fields for missing values. */
function given<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((value) => (value === '' ? undefined : value), optional(schema))
}

/** Addresses carry numbers as text. Bodies carry numbers, so none of their schemas reads text. */
function digits(min: number, max = 999_999_999) {
  const message = `A whole number from ${min} to ${max}.`
  return text(9, message, message)
    .regex(/^\d{1,9}$/, message)
    .meta({ override: { type: 'integer', minimum: min, maximum: max, pattern: undefined } })
    .transform(Number)
    .pipe(z.int().min(min, message).max(max, message))
}

export const deskLinkSchema = z.object(
  {
    email: emailSchema,
    /** The desk's page to open after the sign-in. */
    to: given(text(1000, 'This must be text.').regex(/^\/desk(?:\/[!-~]*)?$/, 'Name a page of the desk.')),
    verification: verificationSchema,
  },
  notAnObject,
)

const searchText = searchLine(200, 'This must be text.')
const paging = {
  after: given(text(500, 'This must be text.')),
  limit: digits(1, 200).default(50),
}

/** A list's. @param sorts the first is its own */
function listQuery<Filters extends z.ZodRawShape, const Name extends Sort>(
  sorts: readonly [Name, ...Name[]],
  filters: Filters,
) {
  const [own] = sorts
  const unsorted = unsortedFilters.filter((name) => name in filters)
  const besides = unsorted.map((name) => ` Not with \`${name}\`.`).join('')
  const sort = z
    .enum(sorts)
    .default(own as never)
    .meta({ description: `A minus puts the highest first.${besides}` })
  return z.object({ ...filters, sort, ...paging }).superRefine((query: Record<string, unknown>, context) => {
    const filter = unsorted.find((name) => query[name] !== undefined)
    if (filter === undefined || query.sort === own) return
    context.addIssue({
      code: 'custom',
      path: ['sort'],
      message: `Not with ${filter}: leave one of them out.`,
    })
  })
}

export const searchQuerySchema = z.object({ q: searchText.default('') })

/** A customer's things alone, by the whole address or the company's whole name. */
const ofCustomer = {
  email: given(text(254, 'This must be text.').transform(foldEmail)),
  company: given(line(200, 'This must be text.')),
}

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
  code: given(text(64, 'This must be text.').transform(tidyCode)),
  ...ofCustomer,
  q: given(searchText),
  from: given(daySchema),
  to: given(daySchema),
  dated: given(z.enum(orderDates)).meta({
    description:
      'Whose days they are: those of the order, unless told, or of its invoices and adjustment notes, or those on which a dispute of it began.',
  }),
  /** A product in one of its lines. */
  sku: given(text(100, 'This must be text.')),
  /** What one of its lines sells. */
  kind: given(z.enum(saleKinds)),
  /** The buyer's, such as NZ. */
  country: given(z.enum(countryCodes as [string, ...string[]])),
})

export type OrderListQuery = z.output<typeof orderListQuerySchema>

export const licenceStatuses = ['active', 'suspended', 'revoked'] as const

const noMonth = 'A month reads 2026-11.'
const monthSchema = text(7, noMonth).refine((month) => daySchema.safeParse(`${month}-01`).success, noMonth)

export const licenceListQuerySchema = listQuery(licenceSorts, {
  status: given(z.enum(licenceStatuses)),
  externalId: given(searchText),
  ...ofCustomer,
  version: given(text(64, 'This must be text.')).meta({
    description: 'The app’s, on a machine seen in the last 90 days. `Unknown` where none was told.',
  }),
  q: given(searchText),
  /** Days on which their updates end. */
  endsFrom: given(daySchema),
  endsTo: given(daySchema),
  bought: given(monthSchema).meta({
    description:
      'A month, such as 2026-11, in which they were bought. Revoked ones are left out, as in Trends.',
  }),
})

export type LicenceListQuery = z.output<typeof licenceListQuerySchema>

export const pageQuerySchema = z.object(paging)

export const companyQuerySchema = z.object({ name: required(200, 'Name a company.'), ...paging })

export const auditListQuerySchema = listQuery(auditSorts, {
  /** As the list names them: an e-mail, or words such as "the card provider". */
  who: given(text(254, 'This must be text.').transform(readWho)),
  from: given(daySchema),
  to: given(daySchema),
})

export type AuditListQuery = z.output<typeof auditListQuerySchema>

/** The revision that the person saw. */
const seen = { revision: z.int('A whole number.').optional() }
const cents = z.int('Enter an amount in whole cents.').positive('More than nothing.')
const confirm = given(text(100, 'This must be text.'))
const reason = given(line(500, 'This must be text.'))
/** Programs may leave it out. A form sends it always, empty at first, so that it's asked for. */
const askedFor = text(100, 'This must be text.').optional()

/** Ends a session or token. */
export const endAccessQuerySchema = z.object({ confirm: askedFor })

export const addMemberSchema = z.object(
  { email: emailSchema, role: z.enum(addedRoleSchema.options, 'Choose support or books.') },
  notAnObject,
)

/** `revision` is the one of the release that the person saw. */
export const rolloutSchema = z.object(
  {
    percent: z.int('A percentage from 0 to 100.').min(0, 'At least 0.').max(100, 'At most 100.'),
    revision: given(text(64, 'This must be text.')),
  },
  notAnObject,
)

/** A final act that needs nothing but its object's name. */
export const finalActSchema = z.object({ confirm: askedFor }, notAnObject)

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

/** `credit` pays back the whole excess alone, so nothing else may stand beside it. */
export const refundSchema = z
  .object(
    {
      amount: cents.optional(),
      licences: ids,
      reason,
      credit: z.boolean().default(false),
      confirm,
      /** The one of the preview. Whatever else the refund would do by now, nothing is done. */
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

/** Defaults to all that is to be sent, today. */
export const refundSentSchema = z.object(
  {
    amount: cents.max(999_999_999).optional(),
    date: given(daySchema),
    reference: given(line(200, 'This must be text.')),
    ...seen,
  },
  notAnObject,
)

export const undoPaymentSchema = z.object({ payment: text(64, 'Name a payment.'), ...seen }, notAnObject)

export const moveCreditSchema = z.object(
  {
    /** The number of another order of the same buyer. */
    to: text(64, 'Name an order.'),
    ...seen,
  },
  notAnObject,
)

export const actSchema = z.object(seen, notAnObject)

/** Another `country` changes the tax. Once there is an invoice, a note with the `reason` cancels it, and another follows. */
export const deskBuyerSchema = buyerSchema.extend({
  email: given(emailSchema),
  country: given(z.enum(countryCodes as [string, ...string[]])),
  reason,
  ...seen,
})

export const noteSchema = z.object(
  {
    text: text(2000, 'Write a note.')
      .transform(plainLines)
      .refine((value) => value !== '', 'Write a note.'),
    ...seen,
  },
  notAnObject,
)

/** `revision` is the one of the licence that the person saw. */
const ofLicence = { reason, revision: given(text(64, 'This must be text.')) }

export const licenceActSchema = z.object(ofLicence, notAnObject)

export const revokeSchema = z.object({ confirm, ...ofLicence }, notAnObject)

export const deskReleaseSchema = releaseSchema.extend(ofLicence)

export const deskEnrolSchema = enrolSchema.extend(ofLicence)

export const deskEndEnrolmentSchema = endEnrolmentSchema.extend(ofLicence)

export const seatsSchema = z.object({ limit: seatCountSchema, ...ofLicence }, notAnObject)

const rights = {
  entitlements: optional(entitlementsSchema).meta({
    description: 'All that the licence unlocks. What differs from its plan stays so after an upgrade.',
  }),
  offlineDays: optional(
    z
      .int('A whole number.')
      .min(0, 'A whole number from 0 to 3650.')
      .max(3650, 'A whole number from 0 to 3650.'),
  ).meta({ description: 'So long a file holds without a validation; 0 for good.' }),
}

/** What another program calls the licence, and keeps with it. */
const foreign = {
  externalId: optional(line(200, 'This must be text.')).meta({ description: 'Empty for none.' }),
  metadata: optional(
    z
      .record(
        text(64, 'Name a text.').regex(/^[\w.:-]{1,64}$/, 'A name has 1 to 64 letters, digits and . _ : -'),
        text(500, 'This must be text.'),
        'Texts by their names.',
      )
      .refine((texts) => Object.keys(texts).length <= 50, 'At most 50 texts.'),
  ).meta({ description: 'At most 50 texts by name, which replace the earlier ones.' }),
}

/** What isn't given stays as it is. */
export const detailsSchema = z.object({ ...rights, ...foreign, ...ofLicence }, notAnObject)

export const updatesUntilSchema = z.object({ updatesUntil: daySchema, ...ofLicence }, notAnObject)

export const deskMoveSchema = z.object(
  { email: emailSchema, keepKey: keepKeySchema, ...ofLicence },
  notAnObject,
)

/** Requires a reason, because nothing else explains such a licence. */
export const issueSchema = z.object(
  {
    sku: text(64, 'Name a product.'),
    name: required(100, 'Enter a name.'),
    email: emailSchema,
    companyName: given(line(200, 'This must be text.')),
    seats: optional(seatCountSchema).meta({ description: 'Without them, the plan’s.' }),
    ...rights,
    ...foreign,
    reason: required(500, 'Say why.'),
  },
  notAnObject,
)

export const customerListQuerySchema = listQuery(customerSorts, { q: given(searchText) })

/** A customer's, whose lines nobody else changes. */
export const customerNoteSchema = noteSchema.pick({ text: true })

const quoteStates = ['open', 'ordered', 'expired', 'withdrawn'] as const

export const quoteListQuerySchema = listQuery(quoteSorts, {
  state: given(z.enum(quoteStates)),
  ...ofCustomer,
  q: given(searchText),
})

export type QuoteListQuery = z.output<typeof quoteListQuerySchema>

/** No quote holds its prices for longer. */
export const mostQuoteDays = 180

/** `note` goes to the buyer. */
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

/** `items` are like "solo:2,studio:1". */
export const quotePriceQuerySchema = priceCartSchema.extend({
  items: text(2000, 'Choose what to quote.')
    .transform((list) => list.split(',').map((item) => item.split(':')))
    .transform((items) => items.map(([sku, qty]) => ({ sku, qty: Number(qty) })))
    .pipe(z.array(itemSchema).max(100)),
})

/** Requires a reason, because nobody will send the mail. */
export const setAsideSchema = z.object({ reason: required(500, 'Say why.') }, notAnObject)

export const withdrawSchema = z.object({ reason }, notAnObject)

export const messageStates = ['unanswered', 'answered', 'quarantined'] as const

export const messageListQuerySchema = listQuery(timeSorts, {
  /** `mine` are those that the asking person is to answer. */
  state: z.enum([...messageStates, 'mine']).default('unanswered'),
})

/** Goes to the sender, with their own words below. */
export const answerMessageSchema = z.object(
  {
    text: text(5000, 'Write an answer.')
      .transform(plainLines)
      .refine((value) => value !== '', 'Write an answer.'),
    articles: z.array(articleSchema, 'Name pages in a list.').max(10, 'At most ten.').default([]),
    ...seen,
  },
  notAnObject,
)

/** Nobody without `to`. */
export const assignSchema = z.object({ to: given(emailSchema), ...seen }, notAnObject)

export const mailListQuerySchema = listQuery(timeSorts, {
  status: given(z.enum(['queued', 'sent', 'dead', 'aside'])),
  /** Its recipient's, whole. */
  email: given(text(254, 'This must be text.').transform(foldEmail)),
  from: given(daySchema),
  to: given(daySchema),
})

export const webhookListQuerySchema = listQuery(timeSorts, {
  status: given(z.enum(['queued', 'retried', 'sent', 'dead'])),
})

/** A list by time, without filters. */
export const timeListQuerySchema = listQuery(timeSorts, {})

export const overviewQuerySchema = z.object({ days: digits(1, 92).default(30) })

const bookSpan = { from: given(daySchema), to: given(daySchema) }
const basis = bookBasisSchema.default('accrual')

/** Defaults to the current quarter. */
export const booksQuerySchema = z.object({
  ...bookSpan,
  basis,
  figure: bookFigureSchema.default('g1'),
  limit: given(digits(1, 200)),
})

export const bookKinds = [
  'documents',
  'lines',
  'payments',
  'adjustments',
  'xero',
  'myob',
  'quickbooks',
] as const

const trendMonths = digits(1, 60).default(12)

/** How many months, with this one. */
export const trendsQuerySchema = z.object({ months: trendMonths })

export const trendsCsvQuerySchema = z.object({ months: trendMonths, table: z.enum(trendTables) })

export const booksZipQuerySchema = z.object(bookSpan)

export const booksCsvQuerySchema = z.object({ ...bookSpan, kind: z.enum(bookKinds) })

export const statementQuerySchema = z.object({
  /** The name of a known account. Without it, the file's own number tells, or a CSV is of the last one's. */
  account: given(line(60, 'This must be text.')),
  /** Names an account for the first time. */
  newAccount: given(line(60, 'This must be text.')),
  /** The file's own account number, to say that it is this account's from now on. */
  number: given(line(60, 'This must be text.')),
  /** A CSV file's columns in order: date, value_date, text, amount, debit, credit, direction, balance, currency, status or ignore. */
  columns: given(text(1000, 'This must be text.')),
  /** What comes first in its days: dmy, mdy or ymd. */
  dates: given(text(10, 'This must be text.')),
  /** Its decimal sign: a point or a comma. */
  decimal: given(text(10, 'This must be text.')),
  /** What its amounts are if none has a sign, and no direction or balance beside it: in or out. */
  unsigned: given(text(10, 'This must be text.')),
  /** The word in its column of direction that means money out. */
  out: given(text(40, 'This must be text.')),
})

export const importUploadQuerySchema = z.object({
  /** The file's name, for lists. */
  name: line(200, 'This must be text.').default('licences.csv'),
})

const importText = text(200, 'This must be text.')

/** How an import's file is read. */
export const importChoicesSchema = z.object(
  {
    from: z.enum(importSourceNames as [ImportSource, ...ImportSource[]], 'Not one of the shops.').nullable(),
    /** A column for each field that differs from the guess; an empty one leaves its field out. */
    map: z.partialRecord(z.enum(importFieldNames as [ImportField, ...ImportField[]]), importText).default({}),
    /** Our sku for each name of a product; an empty one leaves its rows out. */
    products: z.record(text(500, 'This must be text.'), importText).default({}),
    /** What comes first in days. Null reads them as the shop writes them, or refuses those that read in two ways. */
    dates: z.enum(['dmy', 'mdy', 'ymd'], 'dmy, mdy or ymd').nullable().default(null),
    /** Whether rows without an end of updates get them for good, not for the plan's months from the purchase. */
    forGood: z.boolean('This must be true or false.').default(false),
    /** Whether customers are told. */
    mail: z.boolean('This must be true or false.').default(false),
  },
  notAnObject,
)

/** `choices` as somebody sees them, which may not be those that were checked. */
export const importRunSchema = z.object({ choices: importChoicesSchema.optional() }, notAnObject)

export const renameAccountSchema = z.object({ name: text(60, 'Name the account.') }, notAnObject)

/** Defaults to all lines. */
export const statementPartQuerySchema = z.object({
  each: given(digits(1, 1000)),
  /** The place before the next lines that are left alone. */
  after: given(digits(0)),
})

/** `full` requires exactly the outstanding amount; `fee` forgives what a bank kept of it. A line may pay several orders. */
export const confirmSchema = z.object(
  {
    lines: z
      .array(
        z.object({
          n: z.int().positive(),
          order: text(64, 'Name an order.'),
          as: z.enum(['full', 'part', 'credit', 'fee', 'skip']).default('full'),
          /** Defaults to what is left of the line. */
          amount: z.int().positive().optional(),
        }),
      )
      .max(1000, 'At most 1000 lines at once.'),
  },
  notAnObject,
)

export type ConfirmedLine = z.output<typeof confirmSchema>['lines'][number]
