import type { OrderRow } from '../../db/rows/orders.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { momentOf } from '../../moment.ts'
import { cancelOrder } from '../../orders/manage.ts'
import { findOwnOrder } from '../../orders/own-orders.ts'
import type { YourLicences } from '../context.ts'
import { orderNotFound } from './own.ts'

/** @throws AppError 404 `order_not_found`, 409 `order_not_cancellable` */
export async function cancel(ctx: YourLicences, email: string, id: string): Promise<OrderRow> {
  const order = await findOwnOrder(ctx.database.db, email, id)
  if (!order) throw orderNotFound()
  const moment = momentOf(ctx)
  const cancelled = await cancelOrder(ctx, order, { who: 'customer' }, async (trx) => {
    const mail = { kind: 'order_cancelled', dedupeKey: `order:${id}:cancelled` } as const
    await enqueueMail(trx, { ...mail, recipient: order.customer_email, orderId: id }, moment)
  })
  ctx.outbox.nudge()
  return cancelled
}
