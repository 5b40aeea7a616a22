import { countryName } from '#shared/buyer/country-name.ts'
import { dayIn } from '#shared/calendar/calendar.ts'
import type { CustomerList } from '#shared/desk/customer-answers.ts'
import type { Columns } from '../../web/http/csv.ts'

export const customerColumns: Columns<CustomerList['customers'][number]> = {
  email: ({ email }) => email,
  name: ({ name }) => name,
  company: ({ companyName }) => companyName,
  country: ({ country }) => countryName(country),
  orders: ({ orders }) => orders,
  paid: ({ kept }) => ({ cents: kept }),
  'last order': ({ lastOrderAt }, timeZone) => dayIn(timeZone, lastOrderAt),
}
