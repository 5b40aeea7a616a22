import type { ShopContext } from '../../../context.ts'
import type { OrderRow } from '../../../runtime/db/rows/orders.ts'
import { cancelByBuyer } from '../../../shop/orders/close-order.ts'
import { orderNotFound } from '../../../shop/orders/order-not-found.ts'
import { findOwnOrder } from '../../../shop/orders/own-orders.ts'

/** @throws AppError 404 `order_not_found`, 409, 502 and 503 as `cancelByBuyer` */
export async function cancel(ctx: ShopContext, email: string, id: string): Promise<OrderRow> {
  const order = await findOwnOrder(ctx.database.db, email, id)
  if (!order) throw orderNotFound()
  return cancelByBuyer(ctx, order)
}
