import type { OrderRow } from '../db/rows/orders.ts'
import { enqueueMail } from '../mail/outbox.ts'
import { momentOf } from '../moment.ts'
import { cancelOrder } from './manage.ts'
import type { Shop } from './settle.ts'

/** Mails the buyer a confirmation. @throws AppError 409 `order_not_cancellable` */
export async function cancelByBuyer(shop: Shop, order: OrderRow): Promise<OrderRow> {
  const { id, customer_email: recipient } = order
  const moment = momentOf(shop)
  const cancelled = await cancelOrder(shop, order, { who: 'customer' }, async (trx) => {
    const mail = { kind: 'order_cancelled', dedupeKey: `order:${id}:cancelled` } as const
    await enqueueMail(trx, { ...mail, recipient, orderId: id }, moment)
  })
  shop.outbox.nudge()
  return cancelled
}
