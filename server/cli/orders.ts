import { daySchema } from '#shared/day-schema.ts'
import { formatMoney } from '#shared/money.ts'
import { orderStatusSchema } from '#shared/orders.ts'
import type { Db } from '../db/database.ts'
import type { OrderRow } from '../db/schema.ts'
import { listOrders } from '../orders/list-orders.ts'
import { cancelOrder, markPaid, planRefund, refundOrder } from '../orders/manage.ts'
import { findOrderByName } from '../orders/order-store.ts'
import { resend } from '../orders/resend.ts'
import { revokeLinks } from '../orders/revoke-links.ts'
import type { Shop } from '../orders/settle.ts'
import { readWholeOrder, showOrder } from '../orders/whole-order.ts'
import { readArguments, readValue, wholeNumber } from './arguments.ts'
import type { Command } from './command.ts'
import { finalOptions, finalUsage, mayGoOn } from './confirm.ts'
import { withShop } from './open.ts'
import { lineOfOrder, textOfOrder } from './order-text.ts'

export const orders = {
  list: {
    usage:
      'orders list [--status STATUS] [--email ADDRESS] [--q TEXT] [--from DAY] [--to DAY] [--limit N] [--json]',
    summary:
      'Lists orders, the latest first; 50 unless told. --q finds a part of number, name, company, email or purchase order.',
    run: list,
  },
  show: {
    usage: 'orders show ORDER [--json]',
    summary:
      'Shows one order with its lines, licences, documents, refunds, mails and history. ORDER is an id or a number.',
    run: show,
  },
  'mark-paid': {
    usage: 'orders mark-paid ORDER [--json]',
    summary: 'The money is here: issues keys and invoice and mails them. Also accepts an order in review.',
    run: (args) => change(args, markPaid),
  },
  refund: {
    usage: `orders refund ORDER [--amount CENTS] ${finalUsage} [--json]`,
    summary:
      'Refunds the rest, or an amount: by card through Stripe, else in the books. In full it revokes the keys.',
    run: refund,
  },
  cancel: {
    usage: `orders cancel ORDER ${finalUsage} [--json]`,
    summary: 'Closes an order that is not going to be paid.',
    run: (args) => changeForGood(args, (order) => `cancel order ${order.number}`, cancelOrder),
  },
  resend: {
    usage: 'orders resend ORDER [--json]',
    summary: 'Sends the order’s mail once more.',
    run: (args) => change(args, async (shop, order) => resend(shop, order.id, 0)),
  },
  'revoke-links': {
    usage: `orders revoke-links ORDER ${finalUsage} [--json]`,
    summary:
      'Makes every link to the order’s page, and every browser that opened one, see a 404. A mail sent again has a new link.',
    run: (args) => changeForGood(args, (order) => `revoke every link to order ${order.number}`, revokeLinks),
  },
} satisfies Record<string, Command>

const json = { json: { type: 'boolean', default: false } } as const
const text = { type: 'string' } as const

const statuses = orderStatusSchema.options

async function list(args: string[]): Promise<number> {
  const limits = { limit: { type: 'string', default: '50' } } as const
  const options = { ...json, ...limits, status: text, email: text, q: text, from: text, to: text } as const
  const { values } = readArguments(args, options)
  const status = statuses.find((each) => each === values.status)
  if (values.status !== undefined && !status) throw new Error(`--status is one of ${statuses.join(', ')}.`)
  const filter = {
    status,
    email: values.email,
    text: values.q,
    from: values.from === undefined ? undefined : readValue(daySchema, values.from, '--from'),
    to: values.to === undefined ? undefined : readValue(daySchema, values.to, '--to'),
    limit: wholeNumber('--limit', values.limit),
  }
  return withShop(async (shop) => {
    const timeZone = timeZoneOf(shop)
    const shown = (await listOrders(shop.database.db, { ...filter, timeZone })).map(showOrder)
    if (values.json) console.log(JSON.stringify(shown, null, 2))
    else if (shown.length === 0) console.log('No orders.')
    else for (const order of shown) console.log(lineOfOrder(order, timeZone))
    return 0
  })
}

async function show(args: string[]): Promise<number> {
  const { values, positionals } = readArguments(args, json, 1)
  return withShop(async (shop) => {
    const { db } = shop.database
    const order = await readWholeOrder(db, await findNamed(db, positionals[0]))
    console.log(values.json ? JSON.stringify(order, null, 2) : textOfOrder(order, timeZoneOf(shop)))
    return 0
  })
}

type Action = (shop: Shop, order: OrderRow) => Promise<unknown>

async function change(args: string[], action: Action): Promise<number> {
  const { values, positionals } = readArguments(args, json, 1)
  return withShop(async (shop) =>
    act(shop, await findNamed(shop.database.db, positionals[0]), values, action),
  )
}

/** @param plan what the action does */
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

async function refund(args: string[]): Promise<number> {
  const { values, positionals } = readArguments(args, { ...json, ...finalOptions, amount: text }, 1)
  const wanted = values.amount === undefined ? undefined : wholeNumber('--amount', values.amount, 'cents')
  return withShop(async (shop) => {
    const order = await findNamed(shop.database.db, positionals[0])
    const { amount, isRest } = planRefund(order, wanted)
    const keys = isRest ? ', and revoke its keys' : ''
    const plan = `refund ${formatMoney(amount, order.currency)} of order ${order.number}${keys}`
    const agreed = await mayGoOn(plan, order.number, values)
    return agreed ? act(shop, order, values, () => refundOrder(shop, order, amount)) : 0
  })
}

async function act(shop: Shop, { id }: OrderRow, values: { json: boolean }, action: Action): Promise<number> {
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

function timeZoneOf({ library }: Shop): string {
  return library.typed.site.company.timeZone
}
