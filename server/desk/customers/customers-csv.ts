import { countryName } from '#shared/buyer/country-name.ts'
import { dayIn } from '#shared/calendar/calendar.ts'
import type { CustomerSort } from '#shared/desk/sorts.ts'
import type { Data, Seller } from '../../context.ts'
import { eachPage } from '../../runtime/db/keyset.ts'
import type { CsvRow } from '../../web/http/csv.ts'
import { listCustomersPage } from './list-customers.ts'

export const customerColumns = ['email', 'name', 'company', 'country', 'orders', 'paid', 'last order']

export async function* customerRows(
  { database, library }: Data & Seller,
  query: { q?: string | undefined; sort: CustomerSort },
): AsyncGenerator<CsvRow[]> {
  const { timeZone } = library.typed.site.company
  for await (const rows of eachPage((page) => listCustomersPage(database, query, page), query)) {
    yield rows.map(({ email, name, companyName, country, orders, kept, lastOrderAt }) => [
      email,
      name,
      companyName,
      countryName(country),
      orders,
      { cents: kept },
      dayIn(timeZone, lastOrderAt),
    ])
  }
}
