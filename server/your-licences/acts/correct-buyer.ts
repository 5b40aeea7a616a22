import { apiRoutes } from '#shared/api-routes.ts'
import type { Buyer } from '#shared/licensing/mine-requests.ts'
import { recordAudit } from '../../audit.ts'
import { AppError } from '../../http/errors.ts'
import { type CorrectionRefused, correctInvoice } from '../../invoices/correct.ts'
import { loadPdf } from '../../invoices/pdf.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { momentOf } from '../../moment.ts'
import { recordEvent, updateOrder } from '../../orders/order-store.ts'
import type { YourLicences } from '../context.ts'
import { withOwnOrder } from './own.ts'

export type CorrectedDocument = { number: string; url: string; replaces: string | null }

const refusals: Record<CorrectionRefused, string> = {
  invoice_not_issued: 'This order has no invoice yet.',
  corrected_too_often: 'This invoice was corrected three times already. Write to us.',
  correction_too_late: 'An invoice can be corrected within 12 months. Write to us.',
}

/**
 * Names the buyer of an order as they should be, on a new invoice that replaces the one in force.
 * @returns `isNew: false` with the invoice in force when that names this buyer already
 * @throws AppError 404 `order_not_found`, 409 with a code of `CorrectionRefused`
 */
export async function correctBuyer(
  ctx: YourLicences,
  email: string,
  id: string,
  buyer: Buyer,
): Promise<{ document: CorrectedDocument; isNew: boolean }> {
  const moment = momentOf(ctx)
  await loadPdf()
  const corrected = await withOwnOrder(ctx, email, id, async (trx, { order }) => {
    const named = {
      customer_name: buyer.name,
      company_name: buyer.companyName ?? null,
      abn: buyer.abn ?? null,
      purchase_order: buyer.purchaseOrder ?? null,
    }
    const renamed = { ...order, ...named, revision: order.revision + 1 }
    const result = await correctInvoice(trx, renamed, { seller: ctx.library.typed.site, ...moment })
    if (typeof result === 'string') throw new AppError(409, result, refusals[result])
    const { invoice, isNew } = result
    const { number, replaces } = invoice
    if (isNew) {
      await updateOrder(trx, id, { ...named, revision: renamed.revision })
      await recordEvent(
        trx,
        { orderId: id, event: 'invoice.corrected', detail: `${number} replaces ${replaces}` },
        moment,
      )
      const before = Object.fromEntries(
        Object.keys(named).map((column) => [column, order[column as keyof typeof named]]),
      )
      const entry = { act: 'invoice.corrected', subject: id, before, after: { ...named, number, replaces } }
      await recordAudit(trx, { who: 'customer', ...entry }, moment)
      const mail = {
        kind: 'invoice_corrected',
        dedupeKey: `order:${id}:corrected:${number}`,
        recipient: order.customer_email,
        orderId: id,
        params: { number, replaces },
      } as const
      await enqueueMail(trx, mail, moment)
    }
    return { document: { number, url: apiRoutes.document(id, number), replaces }, isNew }
  })
  ctx.outbox.nudge()
  return corrected
}
