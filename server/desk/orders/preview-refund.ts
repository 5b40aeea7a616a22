import type { RefundPreview } from '#shared/desk/order-answers.ts'
import { taxIncluded } from '#shared/tax.ts'
import type { Db } from '../../db/database.ts'
import type { OrderRow } from '../../db/rows/orders.ts'
import { taxOf } from '../../invoices/content.ts'
import { moneyOf } from '../../orders/ledger.ts'
import type { WantedRefund } from '../../orders/manage.ts'
import { planRefund } from '../../orders/refunds.ts'

/** @throws AppError 409 or 422 as `planRefund` */
export async function previewRefund(db: Db, order: OrderRow, wanted: WantedRefund): Promise<RefundPreview> {
  const { amount, licences } = await planRefund(db, order, wanted)
  const keptBefore = order.total - order.refunded
  const rule = taxOf(order)
  return {
    amount,
    tax: taxIncluded(keptBefore, rule) - taxIncluded(keptBefore - amount, rule),
    licences: licences.map(({ keyHint }) => keyHint),
    mailTo: order.customer_email,
    kept: keptBefore - amount,
    through: order.payment_intent === null ? 'transfer' : 'card',
  }
}

/** Credit was never part of a sale, so it has no GST and ends no keys. */
export async function previewCredit(db: Db, order: OrderRow): Promise<RefundPreview> {
  const { credit } = await moneyOf(db, order)
  const kept = order.total - order.refunded
  return { amount: credit, tax: 0, licences: [], mailTo: '', kept, through: 'transfer' }
}
