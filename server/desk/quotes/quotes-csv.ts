import { countryName } from '#shared/buyer/country-name.ts'
import { minuteIn } from '#shared/calendar/calendar.ts'
import type { QuoteSort } from '#shared/desk/sorts.ts'
import type { Clock, Data, Seller } from '../../context.ts'
import { eachPage } from '../../runtime/db/keyset.ts'
import type { CsvRow } from '../../web/http/csv.ts'
import { listQuotesPage, type QuoteFilter } from './list-quotes.ts'
import { viewQuoteRow } from './view-quote.ts'

export const quoteColumns = [
  'number',
  'made',
  'state',
  'valid until',
  'name',
  'company',
  'email',
  'country',
  'purchase order',
  'code',
  'total',
  'currency',
  'order',
]

export async function* quoteRows(
  ctx: Data & Clock & Seller,
  query: Omit<QuoteFilter, 'now'> & { sort: QuoteSort },
): AsyncGenerator<CsvRow[]> {
  const { timeZone } = ctx.library.typed.site.company
  const now = ctx.clock()
  const filter = { ...query, now }
  for await (const rows of eachPage((page) => listQuotesPage(ctx.database, filter, page), query)) {
    yield rows.map((row) => {
      const { customer, ...quote } = viewQuoteRow(row, { clock: () => now })
      return [
        quote.number,
        minuteIn(timeZone, quote.createdAt),
        quote.status,
        minuteIn(timeZone, quote.validUntil),
        customer.name,
        customer.companyName ?? null,
        customer.email,
        countryName(customer.country),
        quote.purchaseOrder ?? null,
        quote.code,
        { cents: quote.total },
        quote.currency,
        quote.orderNumber,
      ]
    })
  }
}
