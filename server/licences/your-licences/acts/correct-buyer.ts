import type { BuyerCorrection } from '#shared/licensing/mine-requests.ts'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import type { ShopContext } from '../../../context.ts'
import { loadPdf } from '../../../shop/invoices/pdf.ts'
import { correctBuyerOf } from '../../../shop/orders/correct-buyer.ts'
import { AppError } from '../../../web/http/errors.ts'
import { withOwnOrder } from './own.ts'

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
  const corrected = await withOwnOrder(ctx, email, id, async (trx, { order }) => {
    const { invoice, isNew } = await correctBuyerOf(ctx, trx, { order, correction }, { who: 'customer' })
    if (!invoice) throw new AppError(409, 'invoice_not_issued', 'This order has no invoice yet.')
    const { number, replaces } = invoice
    return { document: { number, url: apiRoutes.document(id, number), replaces }, isNew }
  })
  ctx.outbox.nudge()
  return corrected
}
