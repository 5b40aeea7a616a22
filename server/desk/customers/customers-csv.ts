import { countryName } from '#shared/buyer/country-name.ts'
import { dayIn } from '#shared/calendar/calendar.ts'
import type { Database } from '../../runtime/db/database.ts'
import { eachPage } from '../../runtime/db/keyset.ts'
import type { CsvRow } from '../../web/http/csv.ts'
import { listCustomersPage } from './list-customers.ts'

export const customerColumns = ['email', 'name', 'company', 'country', 'orders', 'paid', 'last order']

export async function* customerRows(
  database: Pick<Database, 'reader' | 'engine'>,
  { q, timeZone }: { q?: string | undefined; timeZone: string },
): AsyncGenerator<CsvRow[]> {
  for await (const rows of eachPage((page) => listCustomersPage(database, { q }, page))) {
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
