import { daySchema } from '#shared/calendar/day-schema.ts'
import { describeRevert } from '#shared/desk/describe-revert.ts'
import { deskBuyerSchema, noteSchema, orderMethods } from '#shared/desk/requests.ts'
import { describeKey } from '#shared/desk/words.ts'
import { orderStatusSchema } from '#shared/orders/orders.ts'
import { formatMoney } from '#shared/pricing/money.ts'
import type { ShopContext } from '../context.ts'
import { listOrdersPage } from '../desk/orders/list-orders.ts'
import { orderColumns, orderRows } from '../desk/orders/orders-csv.ts'
import { termsAfterRevert } from '../licences/changes/terms-after-revert.ts'
import {
  choiceOf,
  choicesOf,
  readArguments,
  readFields,
  readValue,
  sumOf,
  wholeNumber,
} from '../runtime/arguments.ts'
import { commandLine } from '../runtime/audit.ts'
import type { Db } from '../runtime/db/database.ts'
import { firstRows } from '../runtime/db/keyset.ts'
import { readSnapshot } from '../runtime/db/read-snapshot.ts'
import type { OrderRow } from '../runtime/db/rows/orders.ts'
import { cancelOrder, requireCancellable } from '../shop/orders/close-order.ts'
import { correctBuyerByStaff } from '../shop/orders/correct-buyer.ts'
import { payBackByTransfer, refundAgain } from '../shop/orders/failed-refunds.ts'
import { moneyOf, requireCredit } from '../shop/orders/ledger.ts'
import { refundOrder, requireRefundable } from '../shop/orders/manage.ts'
import { noteOrder } from '../shop/orders/note.ts'
import { findOrderByName } from '../shop/orders/order-store.ts'
import { planRefund } from '../shop/orders/refunds.ts'
import { resend } from '../shop/orders/resend.ts'
import { revokeLinks } from '../shop/orders/revoke-links.ts'
import { markPaid, refundCredit } from '../shop/orders/take-payment.ts'
import { readWholeOrder, showOrder } from '../shop/orders/whole-order.ts'
import type { Command } from './command.ts'
import { finalOptions, finalUsage, mayGoOn } from './confirm.ts'
import { withShop } from './open.ts'
import { lineOfOrder, textOfOrder } from './order-text.ts'
import { printCsv } from './print-csv.ts'

export const orders = {
  list: {
    usage:
      'orders list [--status STATUS,…] [--method card|transfer] [--email ADDRESS] [--q TEXT] [--from DAY] [--to DAY] [--limit N] [--csv | --json]',
    summary:
      'Lists orders, the latest first; 50 unless told, and all as CSV. --q finds what search finds: beginnings of words of number, name, company, email or purchase order.',
    run: list,
  },
  show: {
    usage: 'orders show ORDER [--json]',
    summary:
      'Shows one order with its lines, licences, documents, refunds, mails and history. ORDER is an id or a number.',
    run: show,
  },
  'mark-paid': {
    usage: 'orders mark-paid ORDER [--amount 458.00] [--date DAY] [--reference TEXT] [--json]',
    summary:
      'Money is here: the whole, or an amount with its cents, such as 458.00, which adds up. Paid in full, keys and invoice are mailed. Also accepts an order in review.',
    run: takePayment,
  },
  refund: {
    usage: `orders refund ORDER [--amount 458.00] [--licence ID]… [--reason TEXT] [--credit | --again | --by-transfer] ${finalUsage} [--json]`,
    summary:
      'Refunds the rest, an amount with its cents, such as 458.00, or licences, whose keys end: by card through Stripe, else in the books. In full it revokes all keys. --credit records that credit went back: what was paid too much, or for an order that was cancelled or lapsed. Of a refund that failed, --again tries it once more, and --by-transfer records that you transferred it.',
    run: refund,
  },
  cancel: {
    usage: 'orders cancel ORDER [--dry-run] [--json]',
    summary:
      'Closes an order that is not going to be paid, and tells its buyer. Late money that reaches the total still pays it.',
    run: cancel,
  },
  resend: {
    usage: 'orders resend ORDER [--json]',
    summary: 'Sends the order’s mail once more.',
    run: (args) =>
      change(args, async (shop, order) => resend(shop, order.id, { quota: 0, by: { who: commandLine } })),
  },
  note: {
    usage: 'orders note ORDER TEXT [--json]',
    summary: 'Keeps a note on an order, which the customer never sees.',
    run: note,
  },
  buyer: {
    usage:
      'orders buyer ORDER [--name NAME] [--company NAME] [--abn ABN] [--vat-id ID] [--po TEXT] [--email ADDRESS] [--json]',
    summary:
      'Corrects the buyer: a new tax invoice replaces the one in force, and is mailed. Another address ends the earlier links, and the earlier address is told.',
    run: correctBuyer,
  },
  'revoke-links': {
    usage: `orders revoke-links ORDER ${finalUsage} [--json]`,
    summary:
      'Makes every link to the order’s page, and every browser that opened one, see a 404. A mail sent again has a new link.',
    run: (args) =>
      changeForGood(
        args,
        (order) => `revoke every link to order ${order.number}`,
        (shop, order) => revokeLinks(shop, order, by),
      ),
  },
} satisfies Record<string, Command>

const json = { json: { type: 'boolean', default: false } } as const
const text = { type: 'string' } as const

const by = { who: commandLine }

async function list(args: string[]): Promise<number> {
  const flags = { csv: { type: 'boolean', default: false } } as const
  const filters = { status: text, method: text, email: text, q: text, from: text, to: text } as const
  const { values } = readArguments(args, { ...json, ...flags, ...filters, limit: text })
  const filter = {
    status: choicesOf('--status', values.status, orderStatusSchema.options),
    method: choiceOf('--method', values.method, orderMethods),
    email: values.email,
    q: values.q,
    from: readValue(daySchema.optional(), values.from, '--from'),
    to: readValue(daySchema.optional(), values.to, '--to'),
  }
  // A table is for reading, and a file has all.
  const limit = values.limit ?? (values.csv ? undefined : '50')
  const most = limit === undefined ? Number.POSITIVE_INFINITY : wholeNumber('--limit', limit)
  return withShop(async (shop) => {
    const { database } = shop
    const timeZone = timeZoneOf(shop)
    const wanted = { ...filter, timeZone }
    if (values.csv) return printCsv(orderColumns, orderRows(database, wanted, most))
    const rows = await firstRows((page) => listOrdersPage(database, wanted, page), most)
    const shown = rows.map(showOrder)
    if (values.json) console.log(JSON.stringify(shown, null, 2))
    else if (shown.length === 0) console.log('No orders.')
    else for (const order of shown) console.log(lineOfOrder(order, timeZone))
    return 0
  })
}

async function show(args: string[]): Promise<number> {
  const { values, positionals } = readArguments(args, json, 1)
  return withShop(async (shop) => {
    const order = await readSnapshot(shop.database, async (snapshot) =>
      readWholeOrder(snapshot, await findNamed(snapshot, positionals[0])),
    )
    console.log(values.json ? JSON.stringify(order, null, 2) : textOfOrder(order, timeZoneOf(shop)))
    return 0
  })
}

type Action = (shop: ShopContext, order: OrderRow) => Promise<unknown>

async function change(args: string[], action: Action): Promise<number> {
  const { values, positionals } = readArguments(args, json, 1)
  return withShop(async (shop) =>
    act(shop, await findNamed(shop.database.db, positionals[0]), values, action),
  )
}

async function changeForGood(
  args: string[],
  plan: (order: OrderRow) => string,
  action: Action,
): Promise<number> {
  const { values, positionals } = readArguments(args, { ...json, ...finalOptions }, 1)
  return withShop(async (shop) => {
    const order = await findNamed(shop.database.db, positionals[0])
    const agreed = await mayGoOn(plan(order), order.number, values)
    return agreed ? act(shop, order, values, action) : 0
  })
}

/** As on the desk, nobody has to agree, because late money pays the order all the same. */
async function cancel(args: string[]): Promise<number> {
  const options = { ...json, 'dry-run': finalOptions['dry-run'] } as const
  const { values, positionals } = readArguments(args, options, 1)
  return withShop(async (shop) => {
    const order = await findNamed(shop.database.db, positionals[0])
    requireCancellable(order)
    const { number, received_amount: received, currency } = order
    const held = received ? `, and keep ${formatMoney(received, currency)} as credit to give back` : ''
    const agreed = await mayGoOn(`cancel order ${number}${held}`, number, { ...values, yes: true })
    return agreed ? act(shop, order, values, () => cancelOrder(shop, order, by)) : 0
  })
}

async function takePayment(args: string[]): Promise<number> {
  const options = { ...json, amount: text, date: text, reference: text } as const
  const { values, positionals } = readArguments(args, options, 1)
  const transfer = {
    amount: values.amount === undefined ? undefined : sumOf('--amount', values.amount),
    on: values.date === undefined ? undefined : readValue(daySchema, values.date, '--date'),
    reference: values.reference,
  }
  return withShop(async (shop) => {
    const order = await findNamed(shop.database.db, positionals[0])
    return act(shop, order, values, () => markPaid(shop, order, transfer, by))
  })
}

async function note(args: string[]): Promise<number> {
  const { values, positionals } = readArguments(args, json, 2)
  const [name, written = ''] = positionals
  return withShop(async (shop) => {
    const order = await findNamed(shop.database.db, name)
    const said = readFields(noteSchema, { text: written }, { text: 'The note' })
    return act(shop, order, values, () => noteOrder(shop, order, said.text, { who: commandLine }))
  })
}

async function correctBuyer(args: string[]): Promise<number> {
  const options = {
    ...json,
    name: text,
    company: text,
    abn: text,
    'vat-id': text,
    po: text,
    email: text,
  } as const
  const { values, positionals } = readArguments(args, options, 1)
  return withShop(async (shop) => {
    const order = await findNamed(shop.database.db, positionals[0])
    const buyer = readFields(
      deskBuyerSchema,
      {
        name: values.name ?? order.customer_name,
        companyName: values.company ?? order.company_name ?? '',
        abn: values.abn ?? order.abn ?? '',
        vatId: values['vat-id'],
        purchaseOrder: values.po ?? order.purchase_order ?? '',
        email: values.email,
      },
      { companyName: '--company', purchaseOrder: '--po' },
    )
    return act(shop, order, values, () => correctBuyerByStaff(shop, order, buyer, by))
  })
}

async function refund(args: string[]): Promise<number> {
  const options = {
    ...json,
    ...finalOptions,
    amount: text,
    licence: { type: 'string', multiple: true },
    reason: text,
    credit: { type: 'boolean', default: false },
    again: { type: 'boolean', default: false },
    'by-transfer': { type: 'boolean', default: false },
  } as const
  const { values, positionals } = readArguments(args, options, 1)
  const whole = (['credit', 'again', 'by-transfer'] as const).filter((name) => values[name])
  if (whole.length > 1) throw new Error(`--${whole.join(' and --')} don’t go together.`)
  const beside = (['amount', 'licence', 'reason'] as const).filter((name) => values[name] !== undefined)
  if (values.credit && beside.length > 0)
    throw new Error(`--credit pays the whole credit back, so leave --${beside.join(' and --')} out.`)
  if (whole.length > 0 && beside.length > 0)
    throw new Error(
      `--${whole[0]} is for the whole sum that failed, so leave --${beside.join(' and --')} out.`,
    )
  const wanted = {
    amount: values.amount === undefined ? undefined : sumOf('--amount', values.amount),
    licences: values.licence,
    reason: values.reason,
  }
  return withShop(async (shop) => {
    const { db } = shop.database
    const order = await findNamed(db, positionals[0])
    if (values.credit) {
      const credit = await requireCredit(db, order)
      const plan = `tell the books that ${formatMoney(credit, order.currency)} of order ${order.number} went back`
      const agreed = await mayGoOn(plan, order.number, values)
      return agreed ? act(shop, order, values, () => refundCredit(shop, order, by)) : 0
    }
    if (values.again || values['by-transfer']) return refundFailed(shop, order, values)
    requireRefundable(shop, order)
    const { amount, isRest, licences } = await planRefund(db, order, wanted)
    const named = licences.map(({ keyHint }) => `the key ${describeKey(keyHint)}`).join(', ')
    const setBack = isRest ? await termsAfterRevert(db, order.id, timeZoneOf(shop)) : null
    const whole = setBack ? describeRevert(setBack) : 'revoke its keys'
    const keys = isRest ? `, and ${whole}` : named && `, and revoke ${named}`
    const { credit } = await moneyOf(db, order)
    const left =
      credit > 0
        ? `, and keep the credit of ${formatMoney(credit, order.currency)}, which can be refunded on its own`
        : ''
    const plan = `refund ${formatMoney(amount, order.currency)} of order ${order.number}${keys}${left}`
    const agreed = await mayGoOn(plan, order.number, values)
    return agreed ? act(shop, order, values, () => refundOrder(shop, order, { ...wanted, amount }, by)) : 0
  })
}

type FailedRefund = Parameters<typeof mayGoOn>[2] & { json: boolean; again: boolean }

async function refundFailed(shop: ShopContext, order: OrderRow, values: FailedRefund): Promise<number> {
  const { number, refund_failed: amount, currency } = order
  if (amount === 0) throw new Error(`No refund of order ${number} has failed.`)
  const sum = formatMoney(amount, currency)
  const plan = values.again
    ? `try once more to refund ${sum} of order ${number}`
    : `tell the books that ${sum} of order ${number} went back by transfer`
  if (!(await mayGoOn(plan, number, values))) return 0
  return act(shop, order, values, (_, row) => (values.again ? refundAgain : payBackByTransfer)(shop, row, by))
}

async function act(
  shop: ShopContext,
  { id }: OrderRow,
  values: { json: boolean },
  action: Action,
): Promise<number> {
  const { db } = shop.database
  await action(shop, await findNamed(db, id))
  const order = showOrder(await findNamed(db, id))
  console.log(values.json ? JSON.stringify(order, null, 2) : lineOfOrder(order, timeZoneOf(shop)))
  return 0
}

async function findNamed(db: Db, name: string | undefined): Promise<OrderRow> {
  if (!name) throw new Error('Which order? Give its number, such as 2026-000123, or its id.')
  const order = await findOrderByName(db, name)
  if (!order) throw new Error(`There is no order ${name}.`)
  return order
}

function timeZoneOf({ library }: ShopContext): string {
  return library.typed.site.company.timeZone
}
