import { taxIncluded } from '#shared/pricing/tax.ts'
import { shareTax } from '#shared/pricing/tax-shares.ts'
import type { Site } from '#shared/seller/site.ts'
import type { Trx } from '../../runtime/db/database.ts'
import type { OrderLineRow, OrderRow } from '../../runtime/db/rows/orders.ts'
import type { Moment } from '../../runtime/moment.ts'
import { invalidField } from '../../web/http/parse.ts'
import { taxOf } from '../invoices/content.ts'
import { findInvoices, issueAdjustmentNote, issueInvoice, latestRound } from '../invoices/issue.ts'
import { findLines } from './order-store.ts'

type Country = {
  before: OrderRow
  /** Its buyer has the corrected country. */
  order: OrderRow
  /** Printed on the note that cancels the invoice. */
  reason: string | undefined
}

/**
 * Taxes an order by its buyer's corrected country, at the same total. A note with the reason cancels the
 * current invoice, and another follows.
 * @param trx a transaction that has locked the order
 * @throws AppError 422 if a document needs a reason, or money was refunded
 */
export async function correctCountry(
  trx: Trx,
  { before, order, reason }: Country,
  issuing: Moment & { site: Site; siteUrl: string },
): Promise<{ tax: number; invoice: Reissued | null }> {
  if (before.refunded > 0 || before.status === 'disputed')
    throw invalidField(
      '/country',
      'Money was refunded or is disputed, so the country stays. Refund the rest instead.',
    )
  const tax = taxIncluded(order.total, taxOf(order))
  const lines = await findLines(trx, order.id)
  const taxes = shareTax(
    lines.map(({ amount }) => amount),
    tax,
  )
  const taxed = lines.map((line, index) => ({ ...line, tax: taxes[index] ?? 0 }))
  for (const { id, tax } of taxed)
    await trx.updateTable('order_lines').set({ tax }).where('id', '=', id).execute()
  const sold = { before, order: { ...order, tax }, lines: taxed }
  const invoice = await reissueInvoice(trx, sold, issuing, () => {
    if (reason) return reason
    throw invalidField(
      '/reason',
      'Say why the country changes: the document that cancels the invoice tells it.',
    )
  })
  return { tax, invoice }
}

/** Numbers of the new invoice, the earlier one, and the note that cancelled it. */
type Reissued = { number: string; replaces: string; note: string }

/**
 * Cancels the current invoice at its old amounts, and issues another, for which earlier payments count.
 * @param trx a transaction that has locked the order
 * @param reasonOf called if there is an invoice
 * @returns null if no invoice is in force
 */
async function reissueInvoice(
  trx: Trx,
  { before, order, lines }: { before: OrderRow; order: OrderRow; lines: OrderLineRow[] },
  issuing: Moment & { site: Site; siteUrl: string },
  reasonOf: () => string,
): Promise<Reissued | null> {
  const { invoice, cancelled } = latestRound(await findInvoices(trx, order.id))
  if (!invoice || cancelled) return null
  // An unpaid order's note refunds nothing.
  const adjusted = { order: { ...before, paid_at: null }, refunded: before.total, reason: reasonOf() }
  const note = await issueAdjustmentNote(trx, adjusted, issuing)
  if (note === null) return null
  await issueInvoice(trx, { order, lines }, issuing)
  const { invoice: issued } = latestRound(await findInvoices(trx, order.id))
  return { number: issued?.number ?? '', replaces: invoice.number, note }
}
