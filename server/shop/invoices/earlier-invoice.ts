import type { Day } from '#shared/calendar/calendar.ts'
import type { Db } from '../../runtime/db/database.ts'
import { findInvoices, latestRound, readInvoiceContent } from './issue.ts'

/** `paid`: the bank's day on which the money had come. */
export type EarlierInvoice = { number: string; note: { number: string; date: Day }; paid: Day | null }

/** The invoice that a note cancelled before money came after all. Null for an order whose first invoice stands. */
export async function findEarlierInvoice(db: Db, orderId: string): Promise<EarlierInvoice | null> {
  const documents = await findInvoices(db, orderId)
  const { invoice, round } = latestRound(documents)
  const earlier = documents.filter((document) => document.round < round)
  const cancelled = latestRound(earlier)
  const note = earlier.find((each) => each.kind === 'adjustment_note' && each.round === cancelled.round)
  if (!invoice || !cancelled.invoice || !note) return null
  const content = readInvoiceContent(invoice)
  return {
    number: cancelled.invoice.number,
    note: { number: note.number, date: readInvoiceContent(note).date },
    paid: content.kind === 'invoice' ? (content.paid?.date ?? null) : null,
  }
}
