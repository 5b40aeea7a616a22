import { type InvoiceContent, type InvoiceKind, invoiceContentSchema } from '#shared/invoice.ts'
import type { Site } from '#shared/site.ts'
import type { Db } from '../db/database.ts'
import type { InvoiceRow, OrderLineRow, OrderRow } from '../db/schema.ts'
import { newId } from '../ids.ts'
import type { Moment } from '../moment.ts'
import { adjustmentNoteContent, invoiceContent } from './content.ts'
import { takeNumber } from './number.ts'
import { invoicePdf } from './pdf.ts'

export type IssuedInvoice = Omit<InvoiceRow, 'pdf'>

/**
 * The invoice of an order that has been paid; one for each order, however often this is called.
 * @param trx a transaction that has locked the order
 */
export async function issueInvoice(
  trx: Db,
  { order, lines }: { order: OrderRow; lines: OrderLineRow[] },
  { seller, ...moment }: Moment & { seller: Site },
): Promise<void> {
  const issued = await findInvoices(trx, order.id)
  if (issued.some(({ kind }) => kind === 'invoice')) return
  const number = await takeNumber(trx, 'invoice')
  await storeDocument(
    trx,
    { order, refunded: 0 },
    invoiceContent({ order, lines, number, seller, now: moment.now }),
    moment,
  )
}

/**
 * The adjustment note that brings an order to a cumulative refund. None is needed where the notes so far cover it, and
 * none possible where there is no invoice.
 * @param trx a transaction that has locked the order
 * @param refunded cumulative, in cents, at most the order's total
 */
export async function issueAdjustmentNote(
  trx: Db,
  { order, refunded }: { order: OrderRow; lines: OrderLineRow[]; refunded: number },
  { seller, ...moment }: Moment & { seller: Site },
): Promise<void> {
  const issued = await findInvoices(trx, order.id)
  const invoice = issued.findLast(({ kind }) => kind === 'invoice')
  const before = Math.max(0, ...issued.map((document) => document.refunded))
  if (!invoice || refunded <= before) return
  const number = await takeNumber(trx, 'adjustment_note')
  const content = adjustmentNoteContent({
    order,
    number,
    invoice: { number: invoice.number, date: contentOf(invoice).date },
    refunded: { before, after: refunded },
    seller,
    now: moment.now,
  })
  await storeDocument(trx, { order, refunded }, content, moment)
}

/** An order's documents: the invoice first, then what corrected it, then the adjustment notes as they came. */
export async function findInvoices(db: Db, orderId: string): Promise<IssuedInvoice[]> {
  return db
    .selectFrom('invoices')
    .select([
      'id',
      'order_id',
      'kind',
      'number',
      'refunded',
      'correction',
      'replaces',
      'issued_at',
      'content',
    ])
    .where('order_id', '=', orderId)
    .orderBy('refunded')
    .orderBy('correction')
    .execute()
}

/** What a stored document says. */
export function contentOf({ content }: Pick<InvoiceRow, 'content'>): InvoiceContent {
  return invoiceContentSchema.parse(JSON.parse(content))
}

/**
 * The invoice in force, or an adjustment note.
 * @param refunded the cumulative refund of an adjustment note; 0 for the invoice
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
    .orderBy('correction', 'desc')
    .limit(1)
    .executeTakeFirst()
  return document ?? null
}

/** A document of an order by its number, also an invoice that was replaced. */
export async function readDocumentPdf(
  db: Db,
  orderId: string,
  number: string,
): Promise<{ number: string; pdf: Uint8Array } | null> {
  const document = await db
    .selectFrom('invoices')
    .select(['number', 'pdf'])
    .where('order_id', '=', orderId)
    .where('number', '=', number)
    .executeTakeFirst()
  return document ?? null
}

/** A document that someone else stored in the meantime breaks the transaction, which gives the number back. */
export async function storeDocument(
  trx: Db,
  {
    order,
    refunded,
    correction = 0,
    replaces = null,
  }: { order: OrderRow } & Pick<InvoiceRow, 'refunded'> &
    Partial<Pick<InvoiceRow, 'correction' | 'replaces'>>,
  content: InvoiceContent,
  { random, now }: Moment,
): Promise<void> {
  const issuedAt = now.toISOString()
  await trx
    .insertInto('invoices')
    .values({
      id: newId('inv', random),
      order_id: order.id,
      kind: content.kind,
      number: content.number,
      refunded,
      correction,
      replaces,
      issued_at: issuedAt,
      content: JSON.stringify(content),
      pdf: await invoicePdf(content, now),
    })
    .execute()
}
