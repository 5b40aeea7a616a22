import type { Site } from '#shared/seller/site.ts'
import type { Trx } from '../../runtime/db/database.ts'
import type { OrderLineRow, OrderRow } from '../../runtime/db/rows/orders.ts'
import type { Moment } from '../../runtime/moment.ts'
import { findInvoices, issueAdjustmentNote, issueInvoice, latestRound } from './issue.ts'

/** The new invoice, the one that it follows, and the note that cancelled that one. */
export type Reissued = { number: string; replaces: string; note: string }

type Sold = { before: OrderRow; order: OrderRow; lines: OrderLineRow[] }

/**
 * Cancels the invoice in force for its amounts as they were, and issues another. What was paid counts for the new one.
 * @param trx a transaction that has locked the order
 * @param reasonOf is asked if there is an invoice
 * @returns null if none is in force
 */
export async function reissueInvoice(
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
