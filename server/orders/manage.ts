import { recordAudit } from '../audit.ts'
import { followOrder } from '../codes/uses.ts'
import type { Trx } from '../db/database.ts'
import type { OrderRow } from '../db/rows/orders.ts'
import { AppError } from '../http/errors.ts'
import { issueAdjustmentNote } from '../invoices/issue.ts'
import { loadPdf } from '../invoices/pdf.ts'
import { enqueueMail } from '../mail/outbox.ts'
import { momentOf } from '../moment.ts'
import type { Payment } from './next-status.ts'
import { lockOrder, recordEvent, updateOrder } from './order-store.ts'
import { askForRefund, planRefund } from './refunds.ts'
import { type By, requireRevision } from './revision.ts'
import { type Shop, settle } from './settle.ts'

/**
 * Accepts an underpaid or overpaid card order in full, which issues its keys and invoice.
 * @throws AppError 409 if the order isn't in review, or `changed_meanwhile`
 */
export async function acceptReview(
  shop: Shop,
  { id }: OrderRow,
  { who, revision }: By,
): Promise<OrderRow | null> {
  // The provider's latest report wins over the operator's decision.
  const order = await settle(shop, id)
  if (order?.status === 'review') await shop.payments?.closeSession(order)
  return settle(shop, id, async (current, trx) => {
    await requireRevision(trx, current, revision)
    const { number, status, total, currency, received_amount: received } = current
    if (status !== 'review') {
      throw new AppError(409, 'order_not_payable', `Order ${number} is ${status} and not in review.`)
    }
    const change = { before: { status, received }, after: { status: 'paid', received: total } }
    await recordAudit(trx, { who, act: 'order.accepted', subject: id, ...change }, momentOf(shop))
    return paymentOf(current, { received: { amount: total, currency } })
  })
}

export type WantedRefund = {
  /** Cents. Defaults to the price of `licences`, or to the whole rest without them. */
  amount?: number | undefined
  /** The refund ends these licences. */
  licences?: string[] | undefined
  reason?: string | undefined
}

/**
 * Stores the request first, because a webhook may report the refund before the provider's answer arrives.
 * @throws AppError 409 if the refund exceeds what is left, or `changed_meanwhile`
 */
export async function refundOrder(
  shop: Shop,
  { id }: OrderRow,
  wanted: WantedRefund,
  { who, revision }: By,
): Promise<OrderRow | null> {
  const { db } = shop.database
  const order = await settle(shop, id)
  if (!order?.payment_intent) {
    return settle(shop, id, async (current, trx) => {
      const refunded = await ask(trx, current)
      return paymentOf(current, { received: receivedOf(current), refunded })
    })
  }
  if (!shop.payments) {
    throw new AppError(409, 'stripe_not_configured', 'Set STRIPE_SECRET_KEY to refund a card payment.')
  }
  const refunded = await db.transaction().execute(async (trx) => {
    const locked = await lockOrder(trx, id)
    return ask(trx, locked?.order ?? order)
  })
  await shop.payments.refund(order, refunded - order.refunded, refunded)
  return settle(shop, id)

  async function ask(trx: Trx, current: OrderRow): Promise<number> {
    await requireRevision(trx, current, revision)
    const { amount, licences } = await planRefund(trx, current, wanted)
    const refunded = current.refunded + amount
    await askForRefund(
      trx,
      { order: current, refunded, licences, reason: wanted.reason, who },
      momentOf(shop),
    )
    return refunded
  }
}

/**
 * Money that arrives later still pays the order.
 * @param also writes more in the same transaction
 * @throws AppError 409 if the order isn't pending
 */
export async function cancelOrder(
  shop: Shop,
  order: Pick<OrderRow, 'id' | 'number'>,
  by: By,
  also?: (trx: Trx) => Promise<void>,
): Promise<OrderRow> {
  const { closed, order: now } = await closeOrder(shop, order.id, 'cancelled', { by, also })
  if (closed) return closed
  throw new AppError(409, 'order_not_cancellable', `Order ${order.number} is ${now?.status}.`)
}

/** Closes an order whose transfer is overdue, and tells its buyer that nothing is owed. */
export async function lapseOrder(shop: Shop, { id, customer_email: recipient }: OrderRow): Promise<void> {
  const moment = momentOf(shop)
  await closeOrder(shop, id, 'expired', {
    async also(trx) {
      const mail = { kind: 'order_lapsed', dedupeKey: `order:${id}:lapsed`, recipient, orderId: id } as const
      await enqueueMail(trx, mail, moment)
    },
  })
}

/** A note over the whole sum cancels an invoice that was issued before payment. */
async function closeOrder(
  shop: Shop,
  id: string,
  status: 'cancelled' | 'expired',
  { by, also }: { by?: By; also?: ((trx: Trx) => Promise<void>) | undefined },
): Promise<{ closed: OrderRow | null; order: OrderRow | null }> {
  const order = await settle(shop, id)
  if (order?.status === 'pending') await shop.payments?.closeSession(order)
  if (order?.transfer_terms) await loadPdf()
  const moment = momentOf(shop)
  return shop.database.db.transaction().execute(async (trx) => {
    const locked = await lockOrder(trx, id)
    if (locked) await requireRevision(trx, locked.order, by?.revision)
    if (locked?.order.status !== 'pending') return { closed: null, order: locked?.order ?? null }
    const change = { status, transfer_step_at: null, revision: locked.order.revision + 1 } as const
    const closed = { ...locked.order, ...change }
    await updateOrder(trx, id, change)
    await recordEvent(trx, { orderId: id, event: `order.${status}`, detail: 'was pending' }, moment)
    await followOrder(trx, closed, moment.now)
    const issuing = { seller: shop.library.typed.site, ...moment }
    if (by) {
      const act = { before: { status: 'pending' }, after: { status } }
      await recordAudit(trx, { who: by.who, act: `order.${status}`, subject: id, ...act }, moment)
    }
    await issueAdjustmentNote(trx, { order: closed, refunded: closed.total }, issuing)
    await also?.(trx)
    return { closed, order: closed }
  })
}

export function receivedOf({ received_amount, received_currency }: OrderRow): Payment['received'] {
  if (received_amount === null || received_currency === null) return null
  return { amount: received_amount, currency: received_currency }
}

export function paymentOf({ id, refunded }: OrderRow, known: Partial<Payment>): Payment {
  return { received: null, orderId: id, expired: false, refunded, dispute: 'none', ...known }
}
