import type { Insertable } from 'kysely'
import { dayIn } from '#shared/calendar/calendar.ts'
import type { Buyer } from '#shared/orders/checkout.ts'
import { orderNumber } from '#shared/orders/numbers.ts'
import { takenOffBy } from '#shared/pricing/discounts.ts'
import type { Tax } from '#shared/pricing/tax.ts'
import type { Site } from '#shared/seller/site.ts'
import type { Db, Trx } from '../../runtime/db/database.ts'
import { nextNumber } from '../../runtime/db/next-number.ts'
import type { OrderLineRow, OrderRow } from '../../runtime/db/rows/orders.ts'
import type { QuoteRow } from '../../runtime/db/rows/quotes.ts'
import type { Schema } from '../../runtime/db/schema.ts'
import { newId } from '../../runtime/ids.ts'
import type { Moment } from '../../runtime/moment.ts'
import { reserveUse } from '../codes/uses.ts'
import { issueInvoice } from '../invoices/issue.ts'
import { keepTerms, type Terms } from '../orders/accepted-terms.ts'
import { nextCheckAt } from '../orders/next-check.ts'
import { mailBuyer, notifyOfOrder } from '../orders/order-mails.ts'
import { type OrderWithLines, recordEvent } from '../orders/order-store.ts'
import { nextStepAt } from '../orders/transfer.ts'
import { bindQuote } from '../quotes/quotes.ts'
import type { PricedOrder } from './price-order.ts'

export type Basket = {
  priced: PricedOrder
  buyer: Buyer
  priceVersion: string
  /** Tax of the seller. */
  tax: Tax
}

type Placing = {
  basket: Basket
  /** Number of a restored order. Defaults to the next one. */
  number?: string
  paymentMethod: OrderRow['payment_method']
  site: Site
  siteUrl: string
  /** Terms that the buyer accepts; null if they are no longer known. */
  terms: Terms | null
  /** Quote that is ordered, if any. */
  quote?: QuoteRow | null
}

/**
 * Stores a `pending` order at today's prices. Transfers are invoiced at once, because purchasing departments
 * need an invoice to pay.
 * @throws AppError 422 `code_invalid` if the code is used up, or quotes hold its last uses
 * @throws AppError 409 as `bindQuote` does
 */
export async function createOrder(trx: Trx, placing: Placing, moment: Moment): Promise<OrderWithLines> {
  const { basket } = placing
  const id = newId('ord', moment)
  if (placing.terms) await keepTerms(trx, placing.terms, moment.now)
  const row = toOrderRow(
    id,
    placing.number ?? (await nextOrderNumber(trx, placing.site, moment.now)),
    placing,
    moment.now,
  )
  const order = await trx.insertInto('orders').values(row).returningAll().executeTakeFirstOrThrow()
  const lines = toLineRows(order, basket.priced, moment)
  await trx.insertInto('order_lines').values(lines).execute()
  // A late payment locks the customer’s sums, quote and code in this order too, so neither deadlocks.
  if (placing.quote) await bindQuote(trx, placing.quote, id)
  await recordEvent(trx, { orderId: id, event: 'order.placed' }, moment)
  const { code } = basket.priced
  if (code) {
    const discount = takenOffBy(
      code,
      basket.priced.lines.flatMap(({ discounts }) => discounts),
    )
    await reserveUse(trx, { code, discount }, order, moment.now)
  }
  if (order.transfer_terms !== null) await awaitTransfer(trx, { order, lines }, placing, moment)
  return { order, lines }
}

async function awaitTransfer(
  trx: Trx,
  { order, lines }: OrderWithLines,
  { site, siteUrl }: Placing,
  moment: Moment,
) {
  await issueInvoice(trx, { order, lines }, { site, siteUrl, ...moment })
  await mailBuyer(trx, order, { kind: 'order_received' }, moment)
  await notifyOfOrder(trx, order, { kind: 'order_awaited_notice' }, { site, ...moment })
}

async function nextOrderNumber(trx: Db, { company }: Site, now: Date): Promise<string> {
  const year = dayIn(company.timeZone, now).slice(0, 4)
  return orderNumber(year, await nextNumber(trx, `order ${year}`))
}

function toOrderRow(
  id: string,
  number: string,
  { basket, paymentMethod, site, terms, quote }: Placing,
  now: Date,
): Insertable<Schema['orders']> {
  const { buyer, priced, tax, priceVersion } = basket
  const created_at = now.toISOString()
  // A free order awaits no transfer.
  const transfer_terms = paymentMethod === 'invoice' && priced.total > 0 ? termsOf(site) : null
  return {
    id,
    number,
    status: 'pending',
    currency: priced.currency,
    total: priced.total,
    tax: priced.tax,
    discount: priced.discount,
    refunded: 0,
    payment_method: paymentMethod,
    buyer: JSON.stringify(buyer),
    price_version: priceVersion,
    tax_rule: tax && JSON.stringify(tax),
    transfer_terms,
    transfer_step_at: nextStepAt({ transfer_terms, created_at }, now)?.toISOString() ?? null,
    created_at,
    next_check_at: nextCheckAt(
      { status: 'pending', total: priced.total, payment_method: paymentMethod, session_id: null, created_at },
      now,
    ),
    revision: 0,
    terms: terms?.sha256 ?? null,
    quote_id: quote?.id ?? null,
  }
}

function termsOf({ bankTransfer, company }: Site): string {
  return JSON.stringify({ ...bankTransfer, timeZone: company.timeZone })
}

function toLineRows(order: OrderRow, { lines }: PricedOrder, moment: Moment): OrderLineRow[] {
  return lines.map(({ discounts, ...line }, position) => ({
    id: newId('line', moment),
    order_id: order.id,
    position,
    ...line,
    discounts: JSON.stringify(discounts),
  }))
}
