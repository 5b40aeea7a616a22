import { countryName } from '#shared/buyer/country-name.ts'
import { minuteIn } from '#shared/calendar/calendar.ts'
import type { QuoteList } from '#shared/desk/quote-answers.ts'
import type { Columns } from '../../web/http/csv.ts'

export const quoteColumns: Columns<QuoteList['quotes'][number]> = {
  number: ({ number }) => number,
  made: ({ createdAt }, timeZone) => minuteIn(timeZone, createdAt),
  state: ({ status }) => status,
  'valid until': ({ validUntil }, timeZone) => minuteIn(timeZone, validUntil),
  name: ({ customer }) => customer.name,
  company: ({ customer }) => customer.companyName ?? null,
  email: ({ customer }) => customer.email,
  country: ({ customer }) => countryName(customer.country),
  'purchase order': ({ purchaseOrder }) => purchaseOrder ?? null,
  code: ({ code }) => code,
  total: ({ total }) => ({ cents: total }),
  currency: ({ currency }) => currency,
  order: ({ orderNumber }) => orderNumber,
}
