import { sql } from 'kysely'
import type { DeskCustomer } from '#shared/desk/customer-answers.ts'
import { mayRead, type Rights } from '#shared/desk/scopes.ts'
import type { Clock, Data } from '../../context.ts'
import { countRows } from '../../runtime/db/count-rows.ts'
import type { Db } from '../../runtime/db/database.ts'
import { byTime, type Page, readSorted } from '../../runtime/db/keyset.ts'
import { shownEmail } from '../../runtime/shown-email.ts'
import { selectListedQuotes } from '../../shop/quotes/list-quotes.ts'
import { nothingHere } from '../../web/http/errors.ts'
import { selectListedLicences, viewLicenceRow } from '../licences/list-licences.ts'
import { viewOrderRows } from '../orders/view-order.ts'
import { viewQuoteRow } from '../quotes/view-quote.ts'
import { type CustomerFilter, isOfCustomer } from './customer-filter.ts'
import { keptOf, outstandingOf } from './kept.ts'
import { readTimeline } from './timeline.ts'

/** Entries of each kind on the page. */
const most = 10
/** Limits names and addresses of a company, which may buy for years. */
const mostNames = 50

/** @throws AppError 404 for an unknown customer */
export async function viewCustomer(
  ctx: Data & Clock,
  customer: CustomerFilter,
  { rights, ...page }: Page<'-at'> & { rights: Rights },
): Promise<DeskCustomer> {
  const { reader } = ctx.database
  const seesLicences = mayRead(rights, 'licences.read')
  const people = await findPeople(reader, customer, { seesLicences })
  const emails = 'email' in customer ? [customer.email] : [...new Set(people.map(({ email }) => email))]
  const timeline = await readTimeline(reader, customer, { ...page, emails, rights })
  const first = { after: null, limit: most - 1, sort: '-createdAt' } as const
  const orders = await readSorted(
    reader
      .selectFrom('orders')
      .selectAll()
      .where(isOfCustomer(customer, 'customer_email', 'company_name')),
    byTime,
    first,
  )
  const quotes = await readSorted(
    selectListedQuotes(reader).where(isOfCustomer(customer, 'quotes.customer_email', 'quotes.company_name')),
    { created_at: 'quotes.created_at', id: 'quotes.id' },
    first,
  )
  const licences = seesLicences
    ? await readSorted(
        selectListedLicences(ctx.database).where(isOfCustomer(customer, 'email', 'licensed_company')),
        byTime,
        first,
      )
    : []
  if (orders.length + quotes.length + licences.length + timeline.entries.length === 0 && !page.after)
    throw nothingHere()
  const { orders: ordered, ...sums } = await sumOrders(reader, customer)
  return {
    email: 'email' in customer ? shownEmail(customer.email) : null,
    emails: emails.map(shownEmail),
    names: [...new Set(people.map(({ name }) => name))],
    companies: [...new Set(people.flatMap(({ company }) => company ?? []))],
    counts: {
      orders: ordered,
      licences: seesLicences
        ? await countRows(
            reader.selectFrom('licences').where(isOfCustomer(customer, 'email', 'licensed_company')),
          )
        : 0,
      quotes: await countRows(
        reader.selectFrom('quotes').where(isOfCustomer(customer, 'customer_email', 'company_name')),
      ),
    },
    ...sums,
    orders: await viewOrderRows(ctx.database, orders),
    licences: licences.map(viewLicenceRow),
    quotes: quotes.map((quote) => viewQuoteRow(quote, ctx.clock())),
    timeline: timeline.entries,
    next: timeline.next,
  }
}

type Person = { email: string; name: string; company: string | null }

/** Finds people in orders and quotes, and in licences if the role may see them. */
async function findPeople(
  db: Db,
  customer: CustomerFilter,
  { seesLicences }: { seesLicences: boolean },
): Promise<Person[]> {
  const holders = sql`union select lower(email), licensed_name, licensed_company from licences
      where ${isOfCustomer(customer, 'email', 'licensed_company')}`
  const { rows } = await sql<Person>`
    select lower(customer_email) as email, customer_name as name, company_name as company from orders
      where ${isOfCustomer(customer, 'customer_email', 'company_name')}
    union select lower(customer_email), customer_name, company_name from quotes
      where ${isOfCustomer(customer, 'customer_email', 'company_name')}
    ${seesLicences ? holders : sql``}
    order by 1, 2, 3 limit ${mostNames}`.execute(db)
  return rows
}

function sumOrders(db: Db, customer: CustomerFilter) {
  return db
    .selectFrom('orders')
    .select(({ fn }) => [
      fn.countAll<number>().as('orders'),
      keptOf.as('kept'),
      outstandingOf.as('outstanding'),
      fn.min<string | null>('created_at').as('firstOrderAt'),
    ])
    .where(isOfCustomer(customer, 'customer_email', 'company_name'))
    .executeTakeFirstOrThrow()
}
