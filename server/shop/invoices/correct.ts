import { dayIn } from '#shared/calendar/calendar.ts'
import type { Site } from '#shared/seller/site.ts'
import type { Trx } from '../../runtime/db/database.ts'
import type { InvoiceRow } from '../../runtime/db/rows/invoices.ts'
import type { OrderRow } from '../../runtime/db/rows/orders.ts'
import type { Moment } from '../../runtime/moment.ts'
import { isReverseCharged, namedBuyer, standingOf } from './content.ts'
import { findReceived } from './find-received.ts'
import { findInvoices, type IssuedInvoice, latestRound, readInvoiceContent, storeDocument } from './issue.ts'
import { takeNumber } from './number.ts'

const mostCorrections = 3

export type CorrectedInvoice = Pick<InvoiceRow, 'number' | 'replaces'>

export type CorrectionRefused = 'invoice_not_issued' | 'corrected_too_often' | 'correction_too_late'

/**
 * Issues an invoice with the corrected buyer for the same supply, or returns the current one if it is right.
 * @param trx a transaction that has locked the order
 * @param order its `buyer` is the corrected one
 * @param options `isLimited` allows three corrections within 12 months
 */
export async function correctInvoice(
  trx: Trx,
  order: OrderRow,
  { site, isLimited = true, ...moment }: Moment & { site: Site; isLimited?: boolean },
): Promise<{ invoice: CorrectedInvoice; isNew: boolean } | CorrectionRefused> {
  const documents = await findInvoices(trx, order.id)
  const { invoice: current, round, cancelled } = latestRound(documents)
  if (!current || cancelled) return 'invoice_not_issued'
  const content = readInvoiceContent(current)
  if (content.kind !== 'invoice') throw new Error(`${current.number} is no invoice`)
  const named = namedBuyer(order)
  const namedNow = { buyer: content.buyer, purchaseOrder: content.purchaseOrder }
  if (JSON.stringify(named) === JSON.stringify(namedNow)) return { invoice: current, isNew: false }

  if (isLimited && current.correction >= mostCorrections) return 'corrected_too_often'
  if (isLimited && correctionsLeft(documents, moment.now) === 0) return 'correction_too_late'
  const number = await takeNumber(trx, 'invoice')
  const replaces = { number: current.number, date: content.date }
  const date = dayIn(site.company.timeZone, moment.now)
  const received = await findReceived(trx, order, site.company.timeZone)
  // Shows the current balance, so that no invoice asks for money already paid.
  const standing = standingOf({ order, site, received, now: moment.now })
  const reverseCharge = isReverseCharged(order, site)
  const document = { correction: current.correction + 1, replaces: current.number }
  await storeDocument(
    trx,
    { order, round, refunded: 0, ...document },
    { ...content, ...named, reverseCharge, number, date, replaces, ...standing },
    { site, ...moment },
  )
  return { invoice: { number, replaces: current.number }, isNew: true }
}

/** Buyers may correct an invoice three times within 12 months. */
export function correctionsLeft(documents: IssuedInvoice[], now: Date): number {
  const { round, cancelled } = latestRound(documents)
  if (cancelled) return 0
  const invoices = documents.filter((document) => document.kind === 'invoice' && document.round === round)
  const [first] = invoices
  if (!first) return 0
  const end = new Date(first.issued_at)
  end.setUTCFullYear(end.getUTCFullYear() + 1)
  return now < end ? Math.max(0, mostCorrections - (invoices.length - 1)) : 0
}
