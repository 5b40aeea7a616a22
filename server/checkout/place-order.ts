import { dayIn } from '#shared/calendar.ts'
import type { CheckoutOrder } from '#shared/checkout.ts'
import type { Site } from '#shared/site.ts'
import type { Db, Trx } from '../db/database.ts'
import { nextNumber } from '../db/next-number.ts'
import type { OrderLineRow, OrderRow } from '../db/schema.ts'
import { newId, type Random } from '../ids.ts'
import { enqueueMail } from '../mail/outbox.ts'
import type { Moment } from '../moment.ts'
import { nextCheckAt } from '../orders/next-check.ts'
import { notifyAwaited } from '../orders/notify-of-order.ts'
import { type OrderWithLines, recordEvent } from '../orders/order-store.ts'
import type { PricedLines } from './price-lines.ts'

type Placing = { checkout: CheckoutOrder; priced: PricedLines; priceVersion: string; site: Site }

/** Stores a new order, `pending`, at the prices of this moment. For a transaction. */
export async function placeOrder(trx: Trx, placing: Placing, moment: Moment): Promise<OrderWithLines> {
  const { now, random } = moment
  const id = newId('ord', random)
  const order = toOrderRow(id, await nextOrderNumber(trx, placing.site, now), placing, now)
  const lines = toLineRows(order, placing.priced, random)
  await trx.insertInto('orders').values(order).execute()
  await trx.insertInto('order_lines').values(lines).execute()
  await recordEvent(trx, { orderId: id, event: 'order.placed' }, moment)
  if (order.payment_method === 'invoice') {
    const recipient = order.customer_email
    const mail = {
      kind: 'order_received',
      dedupeKey: `order:${id}:order_received`,
      recipient,
      orderId: id,
    } as const
    await enqueueMail(trx, mail, moment)
    await notifyAwaited(trx, order, { site: placing.site, ...moment })
  }
  return { order, lines }
}

async function nextOrderNumber(trx: Db, { company }: Site, now: Date): Promise<string> {
  const [year] = dayIn(company.timeZone, now).split('-')
  return `${year}-${String(await nextNumber(trx, `order ${year}`)).padStart(6, '0')}`
}

function toOrderRow(
  id: string,
  number: string,
  { checkout, priced, priceVersion }: Placing,
  now: Date,
): OrderRow {
  const { customer, paymentMethod, purchaseOrder } = checkout
  const { currency, total, tax } = priced
  const created_at = now.toISOString()
  return {
    id,
    number,
    status: 'pending',
    currency,
    total,
    tax,
    refunded: 0,
    payment_method: paymentMethod,
    session_id: null,
    session_url: null,
    payment_intent: null,
    customer_name: customer.name,
    customer_email: customer.email,
    company_name: customer.companyName ?? null,
    abn: customer.abn ?? null,
    country: customer.country,
    purchase_order: purchaseOrder ?? null,
    price_version: priceVersion,
    created_at,
    paid_at: null,
    checked_at: null,
    next_check_at: nextCheckAt(
      { status: 'pending', payment_method: paymentMethod, session_id: null, created_at },
      now,
    ),
    received_amount: null,
    received_currency: null,
    revision: 0,
    link_generation: 0,
  }
}

function toLineRows(order: OrderRow, { lines }: PricedLines, random: Random): OrderLineRow[] {
  return lines.map((line, position) => ({ id: newId('line', random), order_id: order.id, position, ...line }))
}
