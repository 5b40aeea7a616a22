import { splitTax } from '#shared/pricing/split-tax.ts'
import { taxIncluded } from '#shared/pricing/tax.ts'
import type { Site } from '#shared/seller/site.ts'
import type { Trx } from '../../runtime/db/database.ts'
import type { OrderRow } from '../../runtime/db/rows/orders.ts'
import type { Moment } from '../../runtime/moment.ts'
import { invalidField } from '../../web/http/parse.ts'
import { taxOf } from '../invoices/content.ts'
import { type Reissued, reissueInvoice } from '../invoices/reissue.ts'
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
  const taxes = splitTax(
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
