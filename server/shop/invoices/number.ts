import type { InvoiceKind } from '#shared/orders/invoice.ts'
import type { Db } from '../../runtime/db/database.ts'
import { nextNumber } from '../../runtime/db/next-number.ts'

const prefixes: Record<InvoiceKind, string> = { invoice: 'INV', adjustment_note: 'ADJ', receipt: 'RCT' }

/** "INV-000123". The transaction must also store the document, so that numbers have no gaps. */
export async function takeNumber(trx: Db, kind: InvoiceKind): Promise<string> {
  return `${prefixes[kind]}-${String(await nextNumber(trx, kind)).padStart(6, '0')}`
}
