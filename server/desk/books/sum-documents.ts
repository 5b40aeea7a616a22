import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

/** ISO 8601 UTC. `to` is excluded. */
export type Span = { name: string; from: string; to: string }

/** In cents. `adjusted` is what notes give back. */
export type DocumentSums = {
  invoices: number
  notes: number
  invoiced: number
  adjusted: number
  /** Net of adjustments. */
  tax: number
}

export const noDocuments: DocumentSums = {
  invoices: 0,
  notes: 0,
  invoiced: 0,
  adjusted: 0,
  tax: 0,
}

/** Sums documents as issued. A correcting invoice is the same sale, so it doesn't count. */
export async function sumDocuments(reader: Db, spans: Span[]): Promise<Map<string, DocumentSums>> {
  if (spans.length === 0) return new Map()
  const values = sql.join(spans.map(({ name, from, to }) => sql`(${name}, ${from}, ${to})`))
  const sum = (value: ReturnType<typeof sql>) => sql`cast(sum(${value}) as bigint)`
  const when = (condition: ReturnType<typeof sql>, value: ReturnType<typeof sql>) =>
    sum(sql`case when ${condition} then ${value} else 0 end`)
  const isInvoice = sql`kind = 'invoice'`
  const isNote = sql`kind = 'adjustment_note'`
  const signed = (column: ReturnType<typeof sql>) =>
    sql`case when kind = 'invoice' then ${column} else -${column} end`
  const { rows } = await sql<DocumentSums & { name: string }>`
    with spans (name, "from", "to") as (values ${values})
    select spans.name as name,
      ${when(isInvoice, sql`1`)} as invoices, ${when(isNote, sql`1`)} as notes,
      ${when(isInvoice, sql`total`)} as invoiced, ${when(isNote, sql`total`)} as adjusted,
      ${sum(signed(sql`tax`))} as tax
    from spans join invoices on issued_at >= spans."from" and issued_at < spans."to"
    where replaces is null and kind in ('invoice', 'adjustment_note')
    group by spans.name`.execute(reader)
  return new Map(rows.map(({ name, ...sums }) => [name, sums]))
}
