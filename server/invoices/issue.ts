import type { Site } from '#shared/site.ts'
import type { Db } from '../db/database.ts'
import type { InvoiceRow } from '../db/schema.ts'
import { newId, type Random } from '../ids.ts'
import { nextNumber, type OrderWithLines } from '../orders/order-store.ts'

type Issuing = { seller: Site; random: Random; now: Date }

export async function issueInvoice(db: Db, { order }: OrderWithLines, issuing: Issuing): Promise<void> {
  await issue(db, order.id, 'invoice', 0, issuing)
}

export async function issueAdjustmentNote(
  db: Db,
  { order, refunded }: OrderWithLines & { refunded: number },
  issuing: Issuing,
): Promise<void> {
  await issue(db, order.id, 'adjustment_note', refunded, issuing)
}

async function issue(
  db: Db,
  orderId: string,
  kind: InvoiceRow['kind'],
  refunded: number,
  { random, now }: Issuing,
) {
  const number = `${kind}-${String(await nextNumber(db, kind)).padStart(6, '0')}`
  const row = {
    id: newId('inv', random),
    order_id: orderId,
    kind,
    number,
    refunded,
    issued_at: now.toISOString(),
    content: '{}',
    pdf: Buffer.from(''),
  }
  await db.insertInto('invoices').values(row).execute()
}

export async function findInvoices(db: Db, orderId: string): Promise<Omit<InvoiceRow, 'pdf'>[]> {
  return db
    .selectFrom('invoices')
    .select(['id', 'order_id', 'kind', 'number', 'refunded', 'issued_at', 'content'])
    .where('order_id', '=', orderId)
    .execute()
}

export async function readInvoicePdf(db: Db, orderId: string, kind: InvoiceRow['kind']) {
  return (
    (await db
      .selectFrom('invoices')
      .select(['number', 'pdf'])
      .where('order_id', '=', orderId)
      .where('kind', '=', kind)
      .executeTakeFirst()) ?? null
  )
}
