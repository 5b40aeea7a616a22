import { recordAudit } from '../../audit.ts'
import type { OrderRow } from '../../db/schema.ts'
import { AppError } from '../../http/errors.ts'
import { momentOf } from '../../moment.ts'
import { findLines, findOrder, recordEvent } from '../../orders/order-store.ts'
import { findOwnOrder } from '../../orders/own-orders.ts'
import { settle } from '../../orders/settle.ts'
import { PaymentUnavailable } from '../../payments/provider.ts'
import type { YourLicences } from '../context.ts'
import { orderNotFound } from './own.ts'

export type CardPayment = { action: 'redirect'; url: string }

/**
 * Opens the page where an order that waits for money is paid by card. Asked again, it is the same page while that is open.
 * @throws AppError 404 `order_not_found`, 409 `order_not_payable`, 422 `payment_method_unavailable`, 503
 */
export async function pay(ctx: YourLicences, email: string, id: string): Promise<CardPayment> {
  const { db } = ctx.database
  if (!(await findOwnOrder(db, email, id))) throw orderNotFound()
  if (!ctx.payments) {
    throw new AppError(
      422,
      'payment_method_unavailable',
      'Card payment isn’t available. Pay by bank transfer.',
    )
  }
  try {
    // A page that was opened earlier may have been paid on, or have ended.
    const order = await settle(ctx, id)
    if (order?.status !== 'pending') {
      throw new AppError(409, 'order_not_payable', 'This order isn’t waiting for money any more.')
    }
    return { action: 'redirect', url: order.session_url ?? (await openPage(ctx, order)) }
  } catch (error) {
    if (!(error instanceof PaymentUnavailable)) throw error
    const detail = 'Our payment provider can’t be reached. Nothing has been charged: try again in a moment.'
    throw new AppError(503, 'payment_provider_unavailable', detail, { cause: error })
  }
}

async function openPage(ctx: YourLicences, order: OrderRow): Promise<string> {
  const { db } = ctx.database
  const moment = momentOf(ctx)
  if (!ctx.payments) throw new PaymentUnavailable('Card payment is not configured')
  const session = await ctx.payments.openSession(order, await findLines(db, order.id), moment.now)
  const isFirst = await db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('orders')
      .set(({ eb }) => ({
        session_id: session.id,
        session_url: session.url,
        // The sweep asks of the payment, should no webhook come.
        next_check_at: moment.now.toISOString(),
        revision: eb('revision', '+', 1),
      }))
      .where('id', '=', order.id)
      .where('session_id', 'is', null)
      .where('status', '=', 'pending')
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    await recordEvent(trx, { orderId: order.id, event: 'order.card_payment_opened' }, moment)
    await recordAudit(trx, { who: 'customer', act: 'order.card_payment_opened', subject: order.id }, moment)
    return true
  })
  if (isFirst) return session.url
  // Somebody else was faster, or the order was cancelled meanwhile.
  const now = await findOrder(db, order.id)
  // Asked twice at once, the provider opens one page, which the faster one has been shown.
  if (now?.session_id !== session.id) await ctx.payments.closeSession({ ...order, session_id: session.id })
  if (now?.status === 'pending' && now.session_url) return now.session_url
  throw new AppError(409, 'order_not_payable', 'This order isn’t waiting for money any more.')
}
