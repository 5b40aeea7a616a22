import type { Stripe } from 'stripe'
import { changesLicence } from '#shared/orders/changes-licence.ts'
import { withWholePrice } from '#shared/pricing/whole-price.ts'
import { routes } from '#shared/routes/routes.ts'
import type { OrderLineRow, OrderRow } from '../../runtime/db/rows/orders.ts'

export const hourMs = 60 * 60 * 1000
/** Stripe allows 24 hours; these are counted from the start of the hour. */
const payableForMs = 23 * hourMs

/**
 * Parameters of a payment page. Equal for the same order, because Stripe refuses a key with other parameters.
 * Stripe closes the page itself.
 * @param start start of the hour in ms, so that retries within an hour are equal
 */
export function toSession(
  order: OrderRow,
  lines: OrderLineRow[],
  siteUrl: string,
  start: number,
): Stripe.Checkout.SessionCreateParams {
  const metadata = { order_id: order.id }
  const own = routes.completedOrder(order.id)
  const before = changesLicence(lines) ? routes.renew : routes.cart
  // A quote with an order has no form.
  const isFromForm = order.payment_method === 'card' && order.quote_id === null
  return {
    mode: 'payment',
    client_reference_id: order.id,
    customer_email: order.customer_email,
    metadata,
    payment_intent_data: { metadata, description: `Order ${order.number}` },
    line_items: lines.map((line) => toItem(line, order.currency.toLowerCase())),
    success_url: siteUrl + own,
    cancel_url: siteUrl + (isFromForm ? before : own),
    expires_at: Math.floor((start + payableForMs) / 1000),
  }
}

function toItem({ name: description, qty, amount: total }: OrderLineRow, currency: string) {
  const { description: name, qty: quantity, unitAmount } = withWholePrice({ description, qty, total })
  return { quantity, price_data: { currency, unit_amount: unitAmount, product_data: { name } } }
}
