import type { InvoiceKind } from '#shared/invoice.ts'
import type { Db } from '../db/database.ts'

const prefixes: Record<InvoiceKind, string> = { invoice: 'INV', adjustment_note: 'ADJ' }

/**
 * The next number of a kind: "INV-000123". Taken inside the transaction that stores the document: whoever else wants one
 * waits for that to end, and what is rolled back leaves no gap.
 */
export async function takeNumber(trx: Db, kind: InvoiceKind): Promise<string> {
  const { value } = await trx
    .insertInto('counters')
    .values({ name: kind, value: 1 })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((eb) => ({ value: eb('counters.value', '+', 1) })),
    )
    .returning('value')
    .executeTakeFirstOrThrow()
  return `${prefixes[kind]}-${String(value).padStart(6, '0')}`
}
