import type { CardPayment } from '#shared/orders/orders.ts'
import type { ShopContext } from '../../../context.ts'
import { orderNotFound } from '../../../shop/orders/order-not-found.ts'
import { findOwnOrder } from '../../../shop/orders/own-orders.ts'
import { payByCard } from '../../../shop/orders/pay-by-card.ts'

/** @throws AppError 404 `order_not_found`, and as `payByCard` */
export async function pay(ctx: ShopContext, email: string, id: string): Promise<CardPayment> {
  if (!(await findOwnOrder(ctx.database.db, email, id))) throw orderNotFound()
  return payByCard(ctx, id)
}
