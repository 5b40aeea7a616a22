import type { BuyerCorrection } from '#shared/licensing/mine-requests.ts'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import type { ShopContext } from '../../../context.ts'
import { loadPdf } from '../../../shop/invoices/pdf.ts'
import { correctBuyerOf } from '../../../shop/orders/correct-buyer.ts'
import { orderNotFound } from '../../../shop/orders/order-not-found.ts'
import { lockOrder } from '../../../shop/orders/order-store.ts'
import { findOwnOrder } from '../../../shop/orders/own-orders.ts'
import { AppError } from '../../../web/http/errors.ts'

type CorrectedDocument = { number: string; url: string; replaces: string | null }

/**
 * @returns the invoice in force; `isNew: false` if it already named this buyer
 * @throws AppError 404 `order_not_found`, 409 with a code of `CorrectionRefused`
 */
export async function correctBuyer(
  ctx: ShopContext,
  email: string,
  id: string,
  correction: BuyerCorrection,
): Promise<{ document: CorrectedDocument; isNew: boolean }> {
  await loadPdf()
  const { db } = ctx.database
  if (!(await findOwnOrder(db, email, id))) throw orderNotFound()
  const corrected = await db.transaction().execute(async (trx) => {
    const found = await lockOrder(trx, id)
    if (!found) throw orderNotFound()
    const change = { order: found.order, correction }
    const { invoice, isNew } = await correctBuyerOf(ctx, trx, change, { who: 'customer' })
    if (!invoice) throw new AppError(409, 'invoice_not_issued', 'This order has no invoice yet.')
    const { number, replaces } = invoice
    return { document: { number, url: apiRoutes.document(id, number), replaces }, isNew }
  })
  ctx.outbox.nudge()
  return corrected
}
