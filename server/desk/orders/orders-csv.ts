import { countryName } from '#shared/buyer/country-name.ts'
import { addressOf, addressText } from '#shared/buyer/postal-address.ts'
import { minuteIn } from '#shared/calendar/calendar.ts'
import type { ListedOrder } from '#shared/desk/order-answers.ts'
import type { Columns } from '../../web/http/csv.ts'

export const orderColumns: Columns<ListedOrder> = {
  number: ({ number }) => number,
  placed: ({ createdAt }, timeZone) => minuteIn(timeZone, createdAt),
  status: ({ status }) => status,
  'paid by': ({ paymentMethod }) => (paymentMethod === 'card' ? 'card' : 'transfer'),
  name: ({ customer }) => customer.name,
  company: ({ customer }) => customer.companyName ?? null,
  email: ({ customer }) => customer.email,
  address: ({ customer }) => addressText(addressOf(customer), customer.country),
  country: ({ customer }) => countryName(customer.country),
  'purchase order': ({ purchaseOrder }) => purchaseOrder ?? null,
  items: ({ lines }) => lines.map(({ name, qty }) => `${qty} × ${name}`).join('; '),
  code: ({ code }) => code,
  total: ({ total }) => ({ cents: total }),
  tax: ({ tax }) => ({ cents: tax }),
  refunded: ({ refunded }) => ({ cents: refunded }),
  currency: ({ currency }) => currency,
  paid: ({ paidAt }, timeZone) => paidAt && minuteIn(timeZone, paidAt),
}
