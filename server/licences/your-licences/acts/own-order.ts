import type { BuyerCorrection } from '#shared/licensing/mine-requests.ts'
import type { CardPayment } from '#shared/orders/orders.ts'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import type { ShopContext } from '../../../context.ts'
import type { Db } from '../../../runtime/db/database.ts'
import type { OrderRow } from '../../../runtime/db/rows/orders.ts'
import { loadPdf } from '../../../shop/invoices/pdf.ts'
import { cancelByBuyer } from '../../../shop/orders/close-order.ts'
import { correctBuyerOf } from '../../../shop/orders/correct-buyer.ts'
import { orderNotFound } from '../../../shop/orders/order-not-found.ts'
import { findOwnOrder } from '../../../shop/orders/own-orders.ts'
import { payByCard } from '../../../shop/orders/pay-by-card.ts'
import { lockAsSeen } from '../../../shop/orders/revision.ts'
import { AppError } from '../../../web/http/errors.ts'

async function requireOwn(db: Db, email: string, id: string): Promise<OrderRow> {
  const order = await findOwnOrder(db, email, id)
  if (!order) throw orderNotFound()
  return order
}

/** @throws AppError 404 `order_not_found`; 409, 502 and 503 as `cancelByBuyer` does */
export async function cancel(ctx: ShopContext, email: string, id: string): Promise<OrderRow> {
  return cancelByBuyer(ctx, await requireOwn(ctx.database.db, email, id))
}

/** @throws AppError 404 `order_not_found`, and as `payByCard` does */
export async function pay(ctx: ShopContext, email: string, id: string): Promise<CardPayment> {
  await requireOwn(ctx.database.db, email, id)
  return payByCard(ctx, id)
}

type CorrectedDocument = { number: string; url: string; replaces: string | null }

/**
 * @returns the current invoice; `isNew: false` if it already named this buyer
 * @throws AppError 404 `order_not_found`, 409 with a code of `CorrectionRefused`
 */
export async function correctBuyer(
  ctx: ShopContext,
  email: string,
  id: string,
  correction: BuyerCorrection,
): Promise<{ document: CorrectedDocument; isNew: boolean }> {
  await loadPdf()
  const corrected = await ctx.database.db.transaction().execute(async (trx) => {
    await requireOwn(trx, email, id)
    await lockAsSeen(trx, id)
    // Staff may have changed its address while this waited for the lock.
    const order = await requireOwn(trx, email, id)
    const { invoice, isNew } = await correctBuyerOf(ctx, trx, { order, correction }, { who: 'customer' })
    if (!invoice) throw new AppError(409, 'invoice_not_issued', 'This order has no invoice yet.')
    const { number, replaces } = invoice
    return { document: { number, url: apiRoutes.document(id, number), replaces }, isNew }
  })
  ctx.outbox.nudge()
  return corrected
}
