import { daySchema } from '#shared/calendar/day-schema.ts'
import { orderMethods } from '#shared/desk/requests/orders.ts'
import { orderSorts } from '#shared/desk/sorts.ts'
import { orderStatusSchema } from '#shared/orders/orders.ts'
import { tidyCode } from '#shared/pricing/codes.ts'
import { formatMoney } from '#shared/pricing/money.ts'
import { ordersApi } from '../desk/orders/api.ts'
import { listOrdersPage } from '../desk/orders/list-orders.ts'
import { orderColumns } from '../desk/orders/orders-csv.ts'
import { viewOrdersPage } from '../desk/orders/view-order.ts'
import { choiceOf, choicesOf, readArguments, readValue, sumOf, wholeNumber } from '../runtime/arguments.ts'
import { commandLine } from '../runtime/audit.ts'
import { eachPage, firstRows } from '../runtime/db/keyset.ts'
import { readSnapshot } from '../runtime/db/read-snapshot.ts'
import { buyerOf } from '../runtime/db/rows/buyer.ts'
import { requireCancellable } from '../shop/orders/close-order.ts'
import { revokeLinks } from '../shop/orders/revoke-links.ts'
import { markPaid } from '../shop/orders/take-payment.ts'
import { readWholeOrder, showOrder } from '../shop/orders/whole-order.ts'
import { cellsOf } from '../web/http/csv.ts'
import { type Command, flag, print, printCsv, readSort, text, textOptions } from './command.ts'
import { finalOptions, finalUsage, mayGoOn } from './confirm.ts'
import { enter } from './enter-order.ts'
import { commandsOf, printSubject } from './from-endpoints.ts'
import { withShop } from './open.ts'
import { findOrder, lineOfOrder, orderSubject, textOfOrder, timeZoneOf } from './order-subject.ts'
import { refund } from './refund.ts'

export const orders = {
  list: {
    usage:
      'orders list [--status STATUS,…] [--method card|transfer] [--email ADDRESS] [--code CODE] [--q TEXT] [--from DAY] [--to DAY] [--sort=SORT] [--limit N] [--csv | --json]',
    summary: `Lists orders, the latest first; 50 unless told, and all as CSV. SORT is ${orderSorts.join(', ')}; a minus puts the highest first. --q finds what search finds: beginnings of words of number, name, company, email or purchase order.`,
    async run(args) {
      const filters = textOptions('status', 'method', 'email', 'code', 'q', 'from', 'to', 'sort', 'limit')
      const { values } = readArguments(args, { json: flag, csv: flag, ...filters })
      const filter = {
        status: choicesOf('--status', values.status, orderStatusSchema.options),
        code: values.code && tidyCode(values.code),
        method: choiceOf('--method', values.method, orderMethods),
        email: values.email,
        q: values.q,
        from: readValue(daySchema.optional(), values.from, '--from'),
        to: readValue(daySchema.optional(), values.to, '--to'),
      }
      const sort = readSort(values, orderSorts)
      // A table is for reading, so it has a limit; a file has everything.
      const limit = values.limit ?? (values.csv ? undefined : '50')
      const most = limit === undefined ? Number.POSITIVE_INFINITY : wholeNumber('--limit', limit)
      return withShop(async (shop) => {
        const { database } = shop
        const timeZone = timeZoneOf(shop)
        const wanted = { ...filter, timeZone }
        if (values.csv) {
          const pages = eachPage((page) => viewOrdersPage(database, wanted, page), { sort, most })
          return printCsv(Object.keys(orderColumns), cellsOf(orderColumns, pages, timeZone))
        }
        const rows = await firstRows((page) => listOrdersPage(database, wanted, page), { sort, most })
        const shown = rows.map(showOrder)
        const lines = shown.map((order) => lineOfOrder(order, timeZone))
        return print(values.json, shown, lines.join('\n') || 'No orders.')
      })
    },
  },
  show: {
    usage: 'orders show ORDER [--json]',
    summary:
      'Shows one order with its lines, licences, documents, refunds, mails and history. ORDER is an id or a number.',
    async run(args) {
      const { values, positionals } = readArguments(args, { json: flag }, 1)
      return withShop(async (shop) => {
        const order = await readSnapshot(shop.database, async (snapshot) =>
          readWholeOrder(snapshot, await findOrder(snapshot, positionals[0])),
        )
        return print(values.json, order, textOfOrder(order, timeZoneOf(shop)))
      })
    },
  },
  'mark-paid': {
    usage: 'orders mark-paid ORDER [--amount 458.00] [--date DAY] [--reference TEXT] [--json]',
    summary:
      'Money is here: the whole, or an amount with its cents, such as 458.00, which adds up. Paid in full, keys and invoice are mailed. Also accepts an order in review.',
    async run(args) {
      const { values, positionals } = readArguments(
        args,
        { json: flag, amount: text, date: text, reference: text },
        1,
      )
      const transfer = {
        amount: values.amount === undefined ? undefined : sumOf('--amount', values.amount),
        on: readValue(daySchema.optional(), values.date, '--date'),
        reference: values.reference,
      }
      return withShop(async (shop) => {
        const order = await orderSubject.find(shop, positionals[0])
        await markPaid(shop, order, transfer, { who: commandLine })
        return printSubject(shop, orderSubject, { name: order.id, ...values })
      })
    },
  },
  enter,
  refund,
  ...commandsOf(ordersApi, orderSubject, {
    'move-credit': { options: { to: 'OTHER' } },
    cancel: {
      // Needs no consent, as on the desk, because late money still pays the order.
      plan(order) {
        requireCancellable(order)
        const { number, received_amount: received, currency } = order
        const held = received ? `, and keep ${formatMoney(received, currency)} as credit to give back` : ''
        return `cancel order ${number}${held}`
      },
    },
    buyer: {
      options: {
        name: '--name NAME',
        companyName: '--company NAME',
        abn: '--abn ABN',
        nzbn: '--nzbn NZBN',
        vatId: '--vat-id ID',
        addressLine1: '--address TEXT',
        addressLine2: '--address2 TEXT',
        city: '--city TEXT',
        state: '--state TEXT',
        postcode: '--postcode TEXT',
        purchaseOrder: '--po TEXT',
        email: '--email ADDRESS',
        country: '--country CODE',
      },
      fields(order) {
        const { name } = buyerOf(order)
        return { name }
      },
    },
  }),
  'revoke-links': {
    usage: `orders revoke-links ORDER ${finalUsage} [--json]`,
    summary:
      'Makes every link to the order’s page, and every browser that opened one, see a 404. A mail sent again has a new link.',
    async run(args) {
      const { values, positionals } = readArguments(args, { json: flag, ...finalOptions }, 1)
      return withShop(async (shop) => {
        const order = await orderSubject.find(shop, positionals[0])
        const { id, number } = order
        if (!(await mayGoOn(`revoke every link to order ${number}`, number, values))) return 0
        await revokeLinks(shop, order, { who: commandLine })
        return printSubject(shop, orderSubject, { name: id, ...values })
      })
    },
  },
} satisfies Record<string, Command>
