import { sql } from 'kysely'
import { addMonths, type Day } from '#shared/calendar/calendar.ts'
import type { Database, Db } from '../../runtime/db/database.ts'
import { startsAt } from '../within-days.ts'
import { isRefund } from './cash-by-order.ts'

/** Times in ISO 8601 UTC; `to` is exclusive. */
export type Span = { name: string; from: string; to: string }

/** @param first first day of the month */
export function spanOfMonth(timeZone: string, first: Day): Span {
  return {
    name: first.slice(0, 7),
    from: startsAt(timeZone, first),
    to: startsAt(timeZone, addMonths(first, 1)),
  }
}

/**
 * Amounts in cents. `invoices` counts orders, because an order's later invoices bill the same sale.
 * `adjusted` is what notes give back; `replaced` is the part that another invoice charges again.
 */
export type DocumentSums = {
  invoices: number
  notes: number
  invoiced: number
  adjusted: number
  replaced: number
  /** Tax of invoices minus tax of adjustment notes. */
  tax: number
}

/** Sums documents by day of issue, span by span, so that other requests run in between. */
export async function sumDocuments(reader: Db, spans: Span[]): Promise<Map<string, DocumentSums>> {
  const sums = new Map<string, DocumentSums>()
  for (const span of spans) sums.set(span.name, await sumSpan(reader, span))
  return sums
}

/** Leaves out correcting invoices, which bill the same sale. */
export const isCounted = sql<boolean>`replaces is null and kind in ('invoice', 'adjustment_note')`

const isChargedAgain = sql`exists (
  select 1 from invoices as later where later.order_id = invoices.order_id
    and later.kind = 'invoice' and later.round = invoices.round + 1)`

async function sumSpan(reader: Db, { from, to }: Span): Promise<DocumentSums> {
  const sum = (value: ReturnType<typeof sql>) => sql`cast(coalesce(sum(${value}), 0) as bigint)`
  const of = (kind: string, value: ReturnType<typeof sql>) =>
    sum(sql`case when kind = ${kind} then ${value} else 0 end`)
  const { rows } = await sql<DocumentSums>`
    select ${of('invoice', sql`case round when 0 then 1 else 0 end`)} as invoices, ${of('adjustment_note', sql`1`)} as notes,
      ${of('invoice', sql`total`)} as invoiced, ${of('adjustment_note', sql`total`)} as adjusted,
      ${of('adjustment_note', sql`case when ${isChargedAgain} then total else 0 end`)} as replaced,
      ${sum(sql`case when kind = 'invoice' then tax else -tax end`)} as tax
    from invoices
    where ${isCounted}
      and issued_at >= ${from} and issued_at < ${to}`.execute(reader)
  return rows[0] as DocumentSums
}

/** Sums refunds in cents. Other notes cancel an unpaid invoice or make way for its successor. */
export async function sumRefunds(
  { reader, engine }: Pick<Database, 'reader' | 'engine'>,
  { from, to }: Omit<Span, 'name'>,
): Promise<number> {
  const { rows } = await sql<{ refunded: number }>`
    select cast(coalesce(sum(total), 0) as bigint) as refunded from invoices
    where kind = 'adjustment_note' and replaces is null
      and issued_at >= ${from} and issued_at < ${to} and ${isRefund[engine]}`.execute(reader)
  return rows[0]?.refunded ?? 0
}
