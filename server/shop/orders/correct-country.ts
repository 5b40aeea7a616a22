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
  /** With the buyer of the other country. */
  order: OrderRow
  /** Stands on the note that cancels an invoice. */
  reason: string | undefined
}

/**
 * Gives an order the tax of its buyer's corrected country, at the same total. An invoice in force is cancelled by a note with
 * the reason, and another follows.
 * @param trx a transaction that has locked the order
 * @throws AppError 422 without a reason for a document, and once money was refunded
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

/** The new invoice, the one that it follows, and the note that cancelled that one. */
type Reissued = { number: string; replaces: string; note: string }

type Sold = { before: OrderRow; order: OrderRow; lines: OrderLineRow[] }

/**
 * Cancels the invoice in force for its amounts as they were, and issues another. What was paid counts for the new one.
 * @param trx a transaction that has locked the order
 * @param reasonOf is asked if there is an invoice
 * @returns null if none is in force
 */
async function reissueInvoice(
  trx: Trx,
  { before, order, lines }: Sold,
  issuing: Moment & { site: Site; siteUrl: string },
  reasonOf: () => string,
): Promise<Reissued | null> {
  const { invoice, cancelled } = latestRound(await findInvoices(trx, order.id))
  if (!invoice || cancelled) return null
  // The note of an unpaid order gives no money back.
  const adjusted = { order: { ...before, paid_at: null }, refunded: before.total, reason: reasonOf() }
  const note = await issueAdjustmentNote(trx, adjusted, issuing)
  if (note === null) return null
  await issueInvoice(trx, { order, lines }, issuing)
  const { invoice: issued } = latestRound(await findInvoices(trx, order.id))
  return { number: issued?.number ?? '', replaces: invoice.number, note }
}
