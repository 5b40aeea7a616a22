import type { RefundPreview } from '#shared/desk/order-answers.ts'
import { taxIncluded } from '#shared/pricing/tax.ts'
import { termsAfterRevert } from '../../licences/changes/terms-after-revert.ts'
import type { Db } from '../../runtime/db/database.ts'
import type { OrderRow } from '../../runtime/db/rows/orders.ts'
import { shownEmail } from '../../runtime/shown-email.ts'
import { adjustmentOf, taxOf } from '../../shop/invoices/content.ts'
import { planAdjustment } from '../../shop/invoices/issue.ts'
import { claimOf, moneyOf, requireCredit } from '../../shop/orders/ledger.ts'
import type { WantedRefund } from '../../shop/orders/refund-order.ts'
import { planRefund, refundable } from '../../shop/orders/refunds.ts'

/** @throws AppError 409 or 422 as `planRefund` */
export async function previewRefund(
  db: Db,
  order: OrderRow,
  { timeZone, ...wanted }: WantedRefund & { timeZone: string },
): Promise<RefundPreview> {
  const { amount, isRest, licences } = await planRefund(db, order, wanted)
  // A part of the total may have been paid. Then nothing was issued, and a note cancels the whole invoice.
  const keptBefore = refundable(order)
  const after = order.paid_at === null ? order.total : order.refunded + amount
  const plan = await planAdjustment(db, order, after)
  const note = plan && adjustmentOf(order, { before: plan.refunded, after })
  const { payments, credit } = await moneyOf(db, order)
  const forgiven = payments.reduce((sum, { kind, amount }) => sum + (kind === 'fee' ? amount : 0), 0)
  const rule = taxOf(order)
  return {
    amount,
    fee: Math.max(0, forgiven - (keptBefore - amount)),
    tax: taxIncluded(keptBefore, rule) - taxIncluded(keptBefore - amount, rule),
    note: note && { amount: note.total, tax: note.tax },
    licences: licences.map(({ keyHint }) => keyHint),
    setsBack: isRest ? await termsAfterRevert(db, order.id, timeZone) : null,
    credit,
    mailTo: shownEmail(order.customer_email),
    kept: keptBefore - amount,
    through: order.payment_intent === null ? 'transfer' : 'card',
  }
}

/**
 * Credit was never part of a sale, so it has no GST and ends no keys.
 * @throws AppError 409 `order_not_refundable`
 */
export async function previewCredit(db: Db, order: OrderRow): Promise<RefundPreview> {
  return {
    amount: await requireCredit(db, order),
    fee: 0,
    tax: 0,
    note: null,
    licences: [],
    setsBack: null,
    credit: 0,
    mailTo: '',
    kept: claimOf(order) - order.refunded,
    through: 'transfer',
  }
}
