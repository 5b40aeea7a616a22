import { countryName } from '#shared/buyer/country-name.ts'
import { addressOf, addressText } from '#shared/buyer/postal-address.ts'
import { minuteIn } from '#shared/calendar/calendar.ts'
import type { OrderSort } from '#shared/desk/sorts.ts'
import type { Database } from '../../runtime/db/database.ts'
import { eachPage } from '../../runtime/db/keyset.ts'
import { buyerOf } from '../../runtime/db/rows/buyer.ts'
import { shownEmail } from '../../runtime/shown-email.ts'
import type { CsvRow } from '../../web/http/csv.ts'
import { codesOf, linesOf, listOrdersPage, type OrderFilter } from './list-orders.ts'

export const orderColumns = [
  'number',
  'placed',
  'status',
  'paid by',
  'name',
  'company',
  'email',
  'address',
  'country',
  'purchase order',
  'items',
  'code',
  'total',
  'tax',
  'refunded',
  'currency',
  'paid',
]

export async function* orderRows(
  database: Pick<Database, 'reader' | 'engine'>,
  filter: OrderFilter & { sort: OrderSort; most?: number },
): AsyncGenerator<CsvRow[]> {
  const at = (time: string | null) => (time ? minuteIn(filter.timeZone, time) : null)
  for await (const rows of eachPage((page) => listOrdersPage(database, filter, page), filter)) {
    const lines = await linesOf(database, rows)
    const codes = await codesOf(database.reader, rows)
    yield rows.map((order) => {
      const buyer = buyerOf(order)
      return [
        order.number,
        at(order.created_at),
        order.status,
        order.payment_method === 'card' ? 'card' : 'transfer',
        order.customer_name,
        order.company_name,
        shownEmail(order.customer_email),
        addressText(addressOf(buyer), buyer.country),
        countryName(buyer.country),
        order.purchase_order,
        (lines.get(order.id) ?? []).map(({ name, qty }) => `${qty} × ${name}`).join('; '),
        codes.get(order.id) ?? null,
        { cents: order.total },
        { cents: order.tax },
        { cents: order.refunded },
        order.currency,
        at(order.paid_at),
      ]
    })
  }
}
