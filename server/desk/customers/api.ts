import { countryName } from '#shared/buyer/country-name.ts'
import { dayIn } from '#shared/calendar/calendar.ts'
import {
  type CustomerList,
  companyQuerySchema,
  customerListQuerySchema,
  customerListSchema,
  customerSchema,
  pageQuerySchema,
} from '#shared/desk/customer-answers.ts'
import { customerNoteSchema } from '#shared/desk/requests/acts.ts'
import { deskApiPatterns, deskApiRoutes } from '#shared/routes/desk-routes.ts'
import { foldEmail, isEmail } from '#shared/text/email.ts'
import { recordAudit } from '../../runtime/audit.ts'
import { momentOf } from '../../runtime/moment.ts'
import type { Columns } from '../../web/http/csv.ts'
import { nothingHere } from '../../web/http/errors.ts'
import { list, once, read } from '../endpoints.ts'
import { pageOf } from '../query.ts'
import { listCustomersPage } from './list-customers.ts'
import { viewCustomer } from './view-customer.ts'

const customerColumns: Columns<CustomerList['customers'][number]> = {
  email: ({ email }) => email,
  name: ({ name }) => name,
  company: ({ companyName }) => companyName,
  country: ({ country }) => countryName(country),
  orders: ({ orders }) => orders,
  paid: ({ kept }) => ({ cents: kept }),
  'last order': ({ lastOrderAt }, timeZone) => dayIn(timeZone, lastOrderAt),
}

export const customersApi = [
  ...list(deskApiRoutes.customers, deskApiRoutes.customersCsv, {
    who: 'customers.read',
    summary: 'Everybody who ordered, by default the latest first',
    input: customerListQuerySchema,
    answer: customerListSchema,
    columns: customerColumns,
    pages({ ctx: { database } }, query) {
      return (page) => listCustomersPage(database, query, page)
    },
    show: ({ rows: customers, next }) => ({ customers, next }),
  }),
  read(deskApiPatterns.customer, {
    who: 'customers.read',
    summary: 'What belongs to an address, and all that happened to it',
    description: '`after` is `next` of the page before, and continues the timeline.',
    input: pageQuerySchema,
    answer: customerSchema,
    run: ({ ctx, sender, params }, query) =>
      viewCustomer(
        ctx,
        { email: emailIn(params.id) },
        { rights: sender, ...pageOf({ ...query, sort: '-at' }) },
      ),
  }),
  read(deskApiRoutes.company, {
    who: 'customers.read',
    summary: 'What belongs to a company, by its whole name, and all that happened to it',
    description: '`after` is `next` of the page before, and continues the timeline.',
    input: companyQuerySchema,
    answer: customerSchema,
    run: ({ ctx, sender }, { name, ...query }) =>
      viewCustomer(ctx, { company: name }, { rights: sender, ...pageOf({ ...query, sort: '-at' }) }),
  }),
  once('/api/desk/customers/:id/note', {
    who: 'customers.note',
    summary: 'Keep a note on an address, which the customer never sees',
    input: customerNoteSchema,
    says: 'The customer.',
    answer: customerSchema,
    async run({ ctx, params, by: { who, bind } }, { text }) {
      const email = emailIn(params.id)
      await ctx.database.db.transaction().execute(async (trx) => {
        const entry = { who, act: 'customer.note', subject: email, after: { text } } as const
        await recordAudit(trx, entry, momentOf(ctx))
        await bind(trx, email)
      })
    },
    view: ({ ctx, sender }, email) =>
      viewCustomer(ctx, { email }, { rights: sender, after: null, limit: 50, sort: '-at' }),
  }),
]

/** @throws AppError 404 if the id isn't an e-mail address */
function emailIn(id: string): string {
  const email = foldEmail(id)
  if (isEmail(email)) return email
  throw nothingHere()
}
