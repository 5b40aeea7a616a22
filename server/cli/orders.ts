import { parseArgs } from 'node:util'
import { formatMoney } from '#shared/money.ts'
import { type OrderStatus, orderStatusSchema } from '#shared/orders.ts'
import type { Db } from '../db/database.ts'
import type { OrderRow } from '../db/schema.ts'
import { findInvoices } from '../invoices/issue.ts'
import { cancelOrder, markPaid, refundOrder } from '../orders/manage.ts'
import { findLines, findOrderByName } from '../orders/order-store.ts'
import { resend } from '../orders/resend.ts'
import type { Shop } from '../orders/settle.ts'
import type { Command } from './main.ts'
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
} satisfies Record<string, Command>

const json = { json: { type: 'boolean', default: false } } as const

const statuses = orderStatusSchema.options

async function list(args: string[]): Promise<number> {
  const options = { ...json, status: { type: 'string' }, limit: { type: 'string', default: '50' } } as const
  const { values } = parseArgs({ args, options })
  const status = statuses.find((each) => each === values.status)
  if (values.status !== undefined && !status) throw new Error(`--status is one of ${statuses.join(', ')}.`)
  if (!/^[1-9]\d{0,5}$/.test(values.limit)) throw new Error(`--limit is a whole number, not ${values.limit}.`)
  const rows = await withShop(({ database: { db } }) =>
    db
      .selectFrom('orders')
      .selectAll()
      .$if(status !== undefined, (query) => query.where('status', '=', status as OrderStatus))
      .orderBy('created_at', 'desc')
      .limit(Number(values.limit))
      .execute(),
  )
  if (values.json) console.log(JSON.stringify(rows, null, 2))
  else console.log(rows.length > 0 ? rows.map(toLine).join('\n') : 'No orders.')
  return 0
}

async function show(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args, options: json, allowPositionals: true })
  const found = await withShop(async ({ database: { db } }) =>
    readAll(db, await findNamed(db, positionals[0])),
  )
  console.log(values.json ? JSON.stringify(found, null, 2) : toText(found))
  return 0
}

async function readAll(db: Db, order: OrderRow) {
  const of = { order_id: order.id }
  return {
    order,
    lines: await findLines(db, order.id),
    documents: (await findInvoices(db, order.id)).map(({ kind, number, issued_at }) => ({
      kind,
      number,
      issued_at,
    })),
    mails: await db
      .selectFrom('mails')
      .select(['kind', 'status', 'created_at', 'sent_at'])
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
  const amountAt = args.indexOf('--amount')
  const amount = amountAt < 0 ? undefined : args[amountAt + 1]
  if (amountAt >= 0 && !/^[1-9]\d{0,9}$/.test(amount ?? '')) {
    throw new Error('--amount is a whole number of cents, such as 4500 for $45.00.')
  }
  const rest = amountAt < 0 ? args : args.toSpliced(amountAt, 2)
  return change(rest, (shop, order) =>
    refundOrder(shop, order, amount === undefined ? undefined : Number(amount)),
  )
}

async function change(
  args: string[],
  act: (shop: Shop, order: OrderRow) => Promise<unknown>,
): Promise<number> {
  const { values, positionals } = parseArgs({ args, options: json, allowPositionals: true })
  const order = await withShop(async (shop) => {
    const { db } = shop.database
    const before = await findNamed(db, positionals[0])
    await act(shop, before)
    return findNamed(db, before.id)
  })
  console.log(values.json ? JSON.stringify(order, null, 2) : toLine(order))
  return 0
}

async function findNamed(db: Db, name: string | undefined): Promise<OrderRow> {
  if (!name) throw new Error('Which order? Give its number, such as 2026-000123, or its id.')
  const order = await findOrderByName(db, name)
  if (!order) throw new Error(`There is no order ${name}.`)
  return order
}

function toLine({
  number,
  status,
  total,
  currency,
  created_at,
  customer_email,
  payment_method,
}: OrderRow): string {
  return [
    number,
    created_at.slice(0, 10),
    status.padEnd(18),
    formatMoney(total, currency).padStart(12),
    payment_method.padEnd(7),
    customer_email,
  ].join('  ')
}

function toText({ order, lines, documents, mails, events }: Awaited<ReturnType<typeof readAll>>): string {
  return [
    toLine(order),
    `  ${order.id}, ${order.customer_name}${order.company_name ? `, ${order.company_name}` : ''}, ${order.country}`,
    ...lines.map(({ qty, name, amount }) => `  ${qty} × ${name}  ${formatMoney(amount, order.currency)}`),
    ...documents.map(({ kind, number, issued_at }) => `  ${kind} ${number}  ${issued_at}`),
    ...mails.map(
      ({ kind, status, created_at, sent_at }) => `  mail ${kind}: ${status}  ${sent_at ?? created_at}`,
    ),
    ...events.map(({ at, event, detail }) => `  ${at}  ${event}${detail ? `, ${detail}` : ''}`),
  ].join('\n')
}
