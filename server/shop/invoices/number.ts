import type { InvoiceKind } from '#shared/orders/invoice.ts'
import { documentNumber } from '#shared/orders/numbers.ts'
import type { Db } from '../../runtime/db/database.ts'
import { nextNumber } from '../../runtime/db/next-number.ts'

/** Checks untrusted text before a query, because PostgreSQL refuses some text. */
export function mayBeNumber(text: string): boolean {
  return /^[\w-]{1,40}$/.test(text)
}

/** "INV-000123". The same transaction must store the document, so that numbers have no gaps. */
export async function takeNumber(trx: Db, kind: InvoiceKind): Promise<string> {
  return documentNumber(kind, await nextNumber(trx, kind))
}
