import { sql } from 'kysely'
import { type InvoiceContent, type InvoiceKind, invoiceContentSchema } from '#shared/orders/invoice.ts'
import { rateOf } from '#shared/pricing/tax.ts'
import type { Site } from '#shared/seller/site.ts'
import type { Db } from '../../runtime/db/database.ts'
import type { InvoiceRow } from '../../runtime/db/rows/invoices.ts'
import type { OrderLineRow, OrderRow } from '../../runtime/db/rows/orders.ts'
import { newId } from '../../runtime/ids.ts'
import type { Moment } from '../../runtime/moment.ts'
import { adjustmentNoteContent, invoiceContent, receiptContent, sellersTax } from './content.ts'
import { findReceived } from './find-received.ts'
import { mayBeNumber, takeNumber } from './number.ts'
import { invoicePdf } from './pdf.ts'

export type IssuedInvoice = Omit<InvoiceRow, 'pdf' | 'tax_share' | 'tax_net'>

type Issuing = Moment & { site: Site; siteUrl: string }
type OfOrder = { order: OrderRow; lines: OrderLineRow[] }

/**
 * Issues an order's invoice at most once, unless a note cancelled the earlier one.
 * @param trx a transaction that has locked the order
 * @returns false if an invoice is in force already
 */
export async function issueInvoice(trx: Db, { order, lines }: OfOrder, issuing: Issuing): Promise<boolean> {
  const { invoice, round, cancelled } = latestRound(await findInvoices(trx, order.id))
  if (invoice && !cancelled) return false
  const number = await takeNumber(trx, 'invoice')
  const received = await findReceived(trx, order, issuing.site.company.timeZone)
  await storeDocument(
    trx,
    { order, round: cancelled ? round + 1 : round, refunded: 0 },
    {
      ...invoiceContent({ order, lines, number, received, ...issuing }),
      ...(invoice && cancelled && { follows: { ...referenceTo(invoice), note: referenceTo(cancelled) } }),
    },
    issuing,
  )
  return true
}

/**
 * Each payment has its receipt, even if an earlier one was booked by mistake and undone.
 * @param trx a transaction that has locked the order
 */
export async function issueReceipt(trx: Db, order: OrderRow, issuing: Issuing): Promise<void> {
  const issued = await findInvoices(trx, order.id)
  const { invoice, round } = latestRound(issued)
  const receipts = issued.filter(({ kind }) => kind === 'receipt')
  const paidAt = order.paid_at ?? ''
  if (!invoice || receipts.some(({ issued_at }) => issued_at >= paidAt)) return
  const number = await takeNumber(trx, 'receipt')
  const received = await findReceived(trx, order, issuing.site.company.timeZone)
  const content = receiptContent({ order, number, invoice: referenceTo(invoice), received, ...issuing })
  await storeDocument(trx, { order, round, refunded: 0, correction: receipts.length }, content, issuing)
}

type Adjusted = { order: OrderRow; refunded: number; reason?: string | null }

/**
 * Adjusts the invoice to a cumulative refund, or cancels an unpaid one, unless earlier notes suffice.
 * @param trx a transaction that has locked the order
 * @param adjusted `refunded`: cumulative cents, at most the order's total
 * @returns the note's number; null if none was issued
 */
export async function issueAdjustmentNote(
  trx: Db,
  adjusted: Adjusted,
  issuing: Issuing,
): Promise<string | null> {
  const plan = await planAdjustment(trx, adjusted.order, adjusted.refunded)
  return plan && issueNote(trx, adjusted, plan, issuing)
}

/**
 * Raises an invoice again because refunded money came back. Does nothing if earlier notes refunded no more
 * than that.
 * @param trx a transaction that has locked the order
 * @param adjusted `refunded`: cumulative cents that remain refunded
 * @returns the note's number; null if none was issued
 */
export async function issueRaisingNote(
  trx: Db,
  adjusted: Adjusted,
  issuing: Issuing,
): Promise<string | null> {
  const latest = latestRound(await findInvoices(trx, adjusted.order.id))
  const isRaised = !latest.cancelled && adjusted.refunded < latest.refunded
  return isRaised ? issueNote(trx, adjusted, latest, issuing) : null
}

type Latest = ReturnType<typeof latestRound>

async function issueNote(
  trx: Db,
  { order, refunded, reason = null }: Adjusted,
  { invoice, round, refunded: before, notes }: Latest,
  issuing: Issuing,
): Promise<string | null> {
  if (!invoice) return null
  const number = await takeNumber(trx, 'adjustment_note')
  const content = adjustmentNoteContent({
    order,
    number,
    invoice: referenceTo(invoice),
    refunded: { before, after: refunded },
    reason,
    ...issuing,
  })
  await storeDocument(trx, { order, round, refunded, correction: notes }, content, issuing)
  return number
}

/** @param refunded the order's cumulative cents @returns null if nothing was invoiced, so no note is due */
export async function planAdjustment(db: Db, order: OrderRow, refunded: number): Promise<Latest | null> {
  const latest = latestRound(await findInvoices(db, order.id))
  return latest.invoice && refunded > latest.refunded ? latest : null
}

/**
 * Documents since the last invoice, which a note may have cancelled before its payment.
 * @param documents in order of issue
 */
export function latestRound(documents: IssuedInvoice[]) {
  const round = Math.max(0, ...documents.map((document) => document.round))
  const ofRound = documents.filter((document) => document.round === round)
  const notes = ofRound.filter(({ kind }) => kind === 'adjustment_note')
  return {
    round,
    invoice: ofRound.findLast(({ kind }) => kind === 'invoice') ?? null,
    /** Cumulative cents refunded by the notes. */
    refunded: notes.at(-1)?.refunded ?? 0,
    notes: notes.length,
    /** Note that cancelled the invoice. */
    cancelled:
      notes.find((document) => {
        const content = readInvoiceContent(document)
        return content.kind === 'adjustment_note' && !content.refunds
      }) ?? null,
  }
}

function referenceTo(invoice: IssuedInvoice) {
  return { number: invoice.number, date: readInvoiceContent(invoice).date }
}

/** Lists the invoice first, then receipt, corrections and adjustment notes in order of issue. */
export async function findInvoices(db: Db, orderId: string): Promise<IssuedInvoice[]> {
  return db
    .selectFrom('invoices')
    .select([
      'id',
      'order_id',
      'kind',
      'number',
      'round',
      'refunded',
      'correction',
      'replaces',
      'issued_at',
      'content',
      'total',
      'tax',
      'taxed',
    ])
    .where('order_id', '=', orderId)
    .orderBy('round')
    .orderBy(sql`case when kind = 'adjustment_note' then 1 else 0 end`)
    .orderBy('correction')
    .orderBy('kind')
    .execute()
}

export function readInvoiceContent({ content }: Pick<InvoiceRow, 'content'>): InvoiceContent {
  return invoiceContentSchema.parse(JSON.parse(content))
}

/**
 * @param refunded cumulative refund of an adjustment note, by the last with that sum; 0 for other documents
 */
export async function readInvoicePdf(
  db: Db,
  orderId: string,
  kind: InvoiceKind,
  refunded = 0,
): Promise<{ number: string; pdf: Uint8Array } | null> {
  const document = await db
    .selectFrom('invoices')
    .select(['number', 'pdf'])
    .where('order_id', '=', orderId)
    .where('kind', '=', kind)
    .where('refunded', '=', refunded)
    .orderBy('round', 'desc')
    .orderBy('correction', 'desc')
    .limit(1)
    .executeTakeFirst()
  return document ?? null
}

/** Includes replaced invoices. @param number untrusted */
export async function readDocumentPdf(
  db: Db,
  orderId: string,
  number: string,
): Promise<{ number: string; pdf: Uint8Array } | null> {
  if (!mayBeNumber(number)) return null
  const document = await db
    .selectFrom('invoices')
    .select(['number', 'pdf'])
    .where('order_id', '=', orderId)
    .where('number', '=', number)
    .executeTakeFirst()
  return document ?? null
}

/** Fails if another transaction stored the document first; the rollback frees the number. */
export async function storeDocument(
  trx: Db,
  {
    order,
    round,
    refunded,
    correction = 0,
    replaces = null,
  }: { order: OrderRow } & Pick<InvoiceRow, 'round' | 'refunded'> &
    Partial<Pick<InvoiceRow, 'correction' | 'replaces'>>,
  content: InvoiceContent,
  { random, now, site }: Moment & { site: Pick<Site, 'logo'> },
): Promise<void> {
  const issuedAt = now.toISOString()
  await trx
    .insertInto('invoices')
    .values({
      id: newId('inv', { now, random }),
      order_id: order.id,
      kind: content.kind,
      number: content.number,
      round,
      refunded,
      correction,
      replaces,
      issued_at: issuedAt,
      content: JSON.stringify(content),
      total: content.total,
      tax: content.tax,
      taxed: Number(content.taxed),
      ...taxColumns(order),
      pdf: await invoicePdf(content, now, site.logo),
    })
    .execute()
}

/** Columns from which the books compute the tax of payments. */
export function taxColumns(order: Pick<OrderRow, 'tax_rule'>): Pick<InvoiceRow, 'tax_share' | 'tax_net'> {
  const tax = sellersTax(order)
  const [tax_share, tax_net] = tax ? rateOf(tax) : [null, null]
  return { tax_share, tax_net }
}
