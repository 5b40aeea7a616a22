import { createHash } from 'node:crypto'
import type { RefundPreview } from '#shared/desk/order-answers.ts'
import { closedStatuses } from '#shared/orders/orders.ts'
import { taxIncluded } from '#shared/pricing/tax.ts'
import { termsAfterRevert } from '../../licences/changes/terms-after-revert.ts'
import { latestChange } from '../../licences/licensing/revision.ts'
import type { Db } from '../../runtime/db/database.ts'
import type { OrderRow } from '../../runtime/db/rows/orders.ts'
import { shownEmail } from '../../runtime/shown-email.ts'
import { adjustmentOf, taxOf } from '../../shop/invoices/content.ts'
import { planAdjustment } from '../../shop/invoices/issue.ts'
import { moneyOf, requireCredit } from '../../shop/orders/ledger.ts'
import { notedFor } from '../../shop/orders/next-status.ts'
import { planRefund, refundable } from '../../shop/orders/plan-refund.ts'
import type { WantedRefund } from '../../shop/orders/refund-order.ts'
import { changedMeanwhile } from '../../shop/orders/revision.ts'

/** @throws AppError 409 or 422 as `planRefund` does */
export async function previewRefund(
  db: Db,
  order: OrderRow,
  { timeZone, ...wanted }: WantedRefund & { timeZone: string },
): Promise<RefundPreview> {
  const { amount, isRest, licences } = await planRefund(db, order, wanted)
  const keptBefore = refundable(order)
  const after = notedFor(order, order.refunded + amount)
  const plan = await planAdjustment(db, order, after)
  const note = plan && adjustmentOf(order, { before: plan.refunded, after })
  const { payments, credit } = await moneyOf(db, order)
  const forgiven = payments.reduce((sum, { kind, amount }) => sum + (kind === 'fee' ? amount : 0), 0)
  const rule = taxOf(order)
  const preview = {
    amount,
    fee: Math.max(0, forgiven - (keptBefore - amount)),
    tax: taxIncluded(keptBefore, rule) - taxIncluded(keptBefore - amount, rule),
    note: note && { amount: note.total, tax: note.tax },
    licences: licences.map(({ keyHint }) => keyHint),
    setsBack: isRest ? await termsAfterRevert(db, order.id, timeZone) : null,
    credit,
    mailTo: shownEmail(order.customer_email),
    kept: keptBefore - amount,
    through: order.payment_intent === null ? ('transfer' as const) : ('card' as const),
  }
  return { ...preview, seen: nameOf([preview, licences]) }
}

/** @throws AppError 409 `changed_meanwhile` with the latest change to the order or its licences */
export async function requireSeen(
  db: Db,
  order: OrderRow,
  { seen }: RefundPreview,
  wanted: string | undefined,
): Promise<void> {
  if (wanted === undefined || wanted === seen) return
  const lines = db.selectFrom('order_lines').where('order_id', '=', order.id)
  const licences = await db
    .selectFrom('licences')
    .select(['id', 'created_at'])
    .where((is) =>
      is.or([is('order_line_id', 'in', lines.select('id')), is('id', 'in', lines.select('licence_id'))]),
    )
    .execute()
  const changes = await Promise.all(licences.map((licence) => latestChange(db, licence)))
  const detail = `A refund of order ${order.number} would do something else by now. Nothing was done.`
  throw await changedMeanwhile(db, order, detail, changes)
}

function nameOf(shown: unknown): string {
  return createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 16)
}

/**
 * Credit was never part of a sale, so refunding it changes no GST and ends no keys.
 * @throws AppError 409 `order_not_refundable`
 */
export async function previewCredit(db: Db, order: OrderRow): Promise<RefundPreview> {
  const preview = {
    amount: await requireCredit(db, order),
    fee: 0,
    tax: 0,
    note: null,
    licences: [],
    setsBack: null,
    credit: 0,
    mailTo: shownEmail(order.customer_email),
    kept: closedStatuses.includes(order.status) ? 0 : order.total - order.refunded,
    through: 'credit' as const,
  }
  return { ...preview, seen: nameOf(preview) }
}
