import type { ErrorCode } from '#shared/http/error-codes.ts'
import type { CardPayment } from '#shared/orders/orders.ts'
import type { ShopContext } from '../../context.ts'
import { recordAudit } from '../../runtime/audit.ts'
import type { OrderRow } from '../../runtime/db/rows/orders.ts'
import { momentOf } from '../../runtime/moment.ts'
import { AppError } from '../../web/http/errors.ts'
import { cardsRefused, openPaymentPage } from '../payments/open-payment-page.ts'
import { PaymentRefused, PaymentUnavailable } from '../payments/provider.ts'
import { findLines, findOrder, recordEvent } from './order-store.ts'
import { notPayable, partlyPaid, refuseCard } from './refuse-card.ts'
import { settle } from './settle.ts'

export const payByCardErrors = [
  'order_not_payable',
  'order_partly_paid',
  'cards_not_taken',
  'validation_failed',
  'payment_refused',
  'payment_provider_unavailable',
] as const satisfies ErrorCode[]

/**
 * Returns the open payment page or opens one. Opens another after the bank refused a page's debit.
 * @throws AppError of `payByCardErrors`
 */
export async function payByCard(shop: ShopContext, id: string): Promise<CardPayment> {
  if (!shop.payments) {
    const detail = 'Card payment isn’t available. Pay by bank transfer.'
    throw new AppError(409, 'cards_not_taken', detail)
  }
  try {
    // The customer may have paid on an earlier page, or that page may have expired.
    const order = await settle(shop, id)
    if (!order) throw notPayable()
    const refusal = refuseCard(order)
    if (refusal) throw refusal
    return { action: 'redirect', url: order.session_url ?? (await openPage(shop, order)) }
  } catch (error) {
    if (!(error instanceof PaymentUnavailable)) throw error
    if (error instanceof PaymentRefused) throw cardsRefused(error)
    const detail = 'Our payment provider can’t be reached. Nothing has been charged: try again in a moment.'
    throw new AppError(503, 'payment_provider_unavailable', detail, { cause: error })
  }
}

async function openPage(shop: ShopContext, order: OrderRow): Promise<string> {
  const { db } = shop.database
  const moment = momentOf(shop)
  const session = await openPaymentPage(shop, order, await findLines(db, order.id), emailRefused)
  const isFirst = await db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('orders')
      .set(({ eb }) => ({
        session_id: session.id,
        session_url: session.url,
        // The sweep checks the payment if no webhook arrives.
        next_check_at: moment.now.toISOString(),
        revision: eb('revision', '+', 1),
      }))
      .where('id', '=', order.id)
      .where('session_id', order.session_id === null ? 'is' : '=', order.session_id)
      .where('status', '=', 'pending')
      .where('received_amount', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    await recordEvent(trx, { orderId: order.id, event: 'order.card_payment_opened' }, moment)
    await recordAudit(trx, { who: 'customer', act: 'order.card_payment_opened', subject: order.id }, moment)
    return true
  })
  if (isFirst) return session.url
  const now = await findOrder(db, order.id)
  // The provider opens one page for two concurrent requests. The faster request has shown it.
  if (now?.session_id !== session.id) await shop.payments?.closeSession({ ...order, session_id: session.id })
  if (now?.status !== 'pending') throw notPayable()
  if (now.received_amount !== null) throw partlyPaid(now)
  if (now.session_url) return now.session_url
  throw notPayable()
}

/** The payment page has no field for the order's address, so the buyer can't correct it there. */
function emailRefused(): AppError {
  const detail =
    'Our payment provider doesn’t take this order’s email address. Pay by bank transfer, or write to us for another address.'
  return new AppError(409, 'cards_not_taken', detail)
}
