import type { Response } from 'express'
import type { Db } from '../../runtime/db/database.ts'
import { AppError } from '../../web/http/errors.ts'
import { eInvoice } from './e-invoice.ts'
import { readInvoiceContent } from './issue.ts'
import { mayBeNumber } from './number.ts'

type EInvoice = { number: string; xml: string }

/** Null for an unknown number or a receipt. @param number untrusted */
export async function readEInvoice(db: Db, orderId: string, number: string): Promise<EInvoice | null> {
  if (!mayBeNumber(number)) return null
  const document = await db
    .selectFrom('invoices')
    .select('content')
    .where('order_id', '=', orderId)
    .where('number', '=', number)
    .executeTakeFirst()
  const content = document && readInvoiceContent(document)
  return content && content.kind !== 'receipt' ? { number, xml: eInvoice(content) } : null
}

/** @throws AppError 404 `document_not_found` */
export function sendEInvoice(res: Response, found: EInvoice | null): void {
  if (!found) throw new AppError(404, 'document_not_found', 'There is no such e-invoice.')
  res
    .type('application/xml')
    .set('Content-Disposition', `attachment; filename="${found.number}.xml"`)
    .send(found.xml)
}
