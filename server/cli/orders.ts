import { dayIn, minuteIn } from '#shared/calendar.ts'
import { formatMoney } from '#shared/money.ts'
import { type OrderStatus, orderStatusSchema } from '#shared/orders.ts'
import type { Db } from '../db/database.ts'
import type { OrderRow } from '../db/schema.ts'
import { findInvoices } from '../invoices/issue.ts'
import { cancelOrder, markPaid, refundOrder } from '../orders/manage.ts'
import { findLines, findOrderByName } from '../orders/order-store.ts'
import { viewHead, viewLine } from '../orders/order-view.ts'
import { resend } from '../orders/resend.ts'
import { revokeLinks } from '../orders/revoke-links.ts'
import type { Shop } from '../orders/settle.ts'
import { readArguments, wholeNumber } from './arguments.ts'
import type { Command } from './command.ts'
import { withShop } from './open.ts'

export const orders = {
  list: {
    usage: 'orders list [--status STATUS] [--limit N] [--json]',
    summary: 'Lists orders, the latest first; 50 unless told.',
    run: list,
  },
  show: {
    usage: 'orders show ORDER [--json]',
    summary:
      'Shows one order with its lines, documents, mails and what happened to it. ORDER is an id or a number.',
    run: show,
  },
  'mark-paid': {
    usage: 'orders mark-paid ORDER [--json]',
    summary: 'The money is here: issues keys and invoice and mails them. Also accepts an order in review.',
    run: (args) => change(args, markPaid),
  },
  refund: {
    usage: 'orders refund ORDER [--amount CENTS] [--json]',
    summary:
      'Refunds the rest, or an amount: by card through Stripe, else in the books. In full it revokes the keys.',
    run: refund,
  },
  cancel: {
    usage: 'orders cancel ORDER [--json]',
    summary: 'Closes an order that is not going to be paid.',
    run: (args) => change(args, cancelOrder),
  },
  resend: {
    usage: 'orders resend ORDER [--json]',
    summary: 'Sends the order’s mail once more.',
    run: (args) => change(args, async (shop, order) => resend(shop, order.id, 0)),
  },
  'revoke-links': {
    usage: 'orders revoke-links ORDER [--json]',
    summary:
      'Makes every link to the order’s page, and every browser that opened one, see a 404. A mail sent again has a new link.',
    run: (args) => change(args, revokeLinks),
  },
} satisfies Record<string, Command>

const json = { json: { type: 'boolean', default: false } } as const

const statuses = orderStatusSchema.options

async function list(args: string[]): Promise<number> {
  const options = { ...json, status: { type: 'string' }, limit: { type: 'string', default: '50' } } as const
  const { values } = readArguments(args, options)
  const status = statuses.find((each) => each === values.status)
  if (values.status !== undefined && !status) throw new Error(`--status is one of ${statuses.join(', ')}.`)
  const limit = wholeNumber('--limit', values.limit)
  const found = await withShop(async ({ database: { db }, library }) => ({
    timeZone: timeZoneOf(library),
    rows: await db
      .selectFrom('orders')
      .selectAll()
      .$if(status !== undefined, (query) => query.where('status', '=', status as OrderStatus))
      .orderBy('created_at', 'desc')
      .limit(limit)
      .execute(),
  }))
  const { rows, timeZone } = found
  const shown = rows.map(toShown)
  if (values.json) console.log(JSON.stringify(shown, null, 2))
  else console.log(shown.length > 0 ? shown.map((order) => toLine(order, timeZone)).join('\n') : 'No orders.')
  return 0
}

async function show(args: string[]): Promise<number> {
  const { values, positionals } = readArguments(args, json, 1)
  const { order, timeZone } = await withShop(async ({ database: { db }, library }) => ({
    order: await readAll(db, await findNamed(db, positionals[0])),
    timeZone: timeZoneOf(library),
  }))
  console.log(values.json ? JSON.stringify(order, null, 2) : toText(order, timeZone))
  return 0
}

async function readAll(db: Db, order: OrderRow) {
  const of = { order_id: order.id }
  return {
    ...toShown(order),
    lines: (await findLines(db, order.id)).map(viewLine),
    documents: (await findInvoices(db, order.id)).map(({ kind, number, issued_at: issuedAt }) => ({
      kind,
      number,
      issuedAt,
    })),
    mails: await db
      .selectFrom('mails')
      .select(['kind', 'status', 'created_at as createdAt', 'sent_at as sentAt'])
      .where((is) => is.and(of))
      .execute(),
    events: await db
      .selectFrom('order_events')
      .select(['at', 'event', 'detail'])
      .where((is) => is.and(of))
      .orderBy('at')
      .execute(),
  }
}

async function refund(args: string[]): Promise<number> {
  const { values, positionals } = readArguments(args, { ...json, amount: { type: 'string' } }, 1)
  const amount = values.amount === undefined ? undefined : wholeNumber('--amount', values.amount, 'cents')
  return act(positionals[0], values, (shop, order) => refundOrder(shop, order, amount))
}

async function change(args: string[], action: Action): Promise<number> {
  const { values, positionals } = readArguments(args, json, 1)
  return act(positionals[0], values, action)
}

type Action = (shop: Shop, order: OrderRow) => Promise<unknown>

async function act(name: string | undefined, { json }: { json: boolean }, action: Action): Promise<number> {
  const { order, timeZone } = await withShop(async (shop) => {
    const { db } = shop.database
    const before = await findNamed(db, name)
    await action(shop, before)
    return { order: toShown(await findNamed(db, before.id)), timeZone: timeZoneOf(shop.library) }
  })
  console.log(json ? JSON.stringify(order, null, 2) : toLine(order, timeZone))
  return 0
}

async function findNamed(db: Db, name: string | undefined): Promise<OrderRow> {
  if (!name) throw new Error('Which order? Give its number, such as 2026-000123, or its id.')
  const order = await findOrderByName(db, name)
  if (!order) throw new Error(`There is no order ${name}.`)
  return order
}

type Shown = ReturnType<typeof toShown>

/** An order as its buyer sees it, but for where to pay, and what came in for it. */
function toShown(order: OrderRow) {
  const { paymentUrl: _link, ...head } = viewHead(order)
  return { ...head, receivedAmount: order.received_amount, receivedCurrency: order.received_currency }
}

function timeZoneOf({ typed }: Shop['library']): string {
  return typed.site.company.timeZone
}

function toLine(order: Shown, timeZone: string): string {
  const { number, status, total, currency, createdAt, customer, paymentMethod } = order
  return [
    number,
    dayIn(timeZone, createdAt),
    status.padEnd(18),
    formatMoney(total, currency).padStart(12),
    paymentMethod.padEnd(7),
    customer.email,
  ].join('  ')
}

function toText(order: Awaited<ReturnType<typeof readAll>>, timeZone: string): string {
  const { id, customer, currency, lines, documents, mails, events } = order
  return [
    toLine(order, timeZone),
    `  ${[id, customer.name, customer.companyName, customer.country].filter(Boolean).join(', ')}`,
    ...lines.map(({ qty, name, amount }) => `  ${qty} × ${name}  ${formatMoney(amount, currency)}`),
    ...documents.map(({ kind, number, issuedAt }) => `  ${kind} ${number}  ${minuteIn(timeZone, issuedAt)}`),
    ...mails.map(
      ({ kind, status, createdAt, sentAt }) =>
        `  mail ${kind}: ${status}  ${minuteIn(timeZone, sentAt ?? createdAt)}`,
    ),
    ...events.map(
      ({ at, event, detail }) => `  ${minuteIn(timeZone, at)}  ${event}${detail ? `, ${detail}` : ''}`,
    ),
  ].join('\n')
}
