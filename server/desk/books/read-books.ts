import { sql } from 'kysely'
import { addDays, type Day, dayIn, startOfDay } from '#shared/calendar.ts'
import { quarterOf } from '#shared/desk/quarters.ts'
import type { Db } from '../../db/database.ts'
import { noDocuments, type Span, sumDocuments } from './sum-documents.ts'

/** Both days are included. */
export type BookDays = { from: Day; to: Day; timeZone: string }

/**
 * Figures of the Business Activity Statement in cents, with GST and net of adjustments: G1 total sales, G2 exports, G3
 * other GST-free sales, 1A GST on sales.
 */
export type Books = { g1: number; g2: number; g3: number; '1a': number; sales: number; adjustments: number }

/** Defaults to the current quarter. */
export function bookDays(
  { from, to }: { from?: Day | undefined; to?: Day | undefined },
  { timeZone, now }: { timeZone: string; now: Date },
): BookDays {
  const quarter = quarterOf(from ?? to ?? dayIn(timeZone, now))
  return { from: from ?? quarter.from, to: to ?? quarter.to, timeZone }
}

export function spanOf({ from, to, timeZone }: BookDays): Span {
  const start = (day: Day) => startOfDay(timeZone, day).toISOString()
  return { name: 'books', from: start(from), to: start(addDays(to, 1)) }
}

/** Sales count at their invoices, and adjustments at their notes. */
export async function readAccrual(reader: Db, span: Span): Promise<Books> {
  const sums = (await sumDocuments(reader, [span])).get(span.name) ?? noDocuments
  const { invoiced, adjusted, tax, abroad } = sums
  return { g1: invoiced - adjusted, g2: abroad, g3: 0, '1a': tax, sales: invoiced, adjustments: adjusted }
}

/** Sales count when money comes in for an invoice, and adjustments when money goes back. */
export async function readCash(reader: Db, span: Span): Promise<Books> {
  const { rows } = await sql<{ sales: number; adjustments: number; abroad: number; tax: number }>`
    with orders_moved as (${cashByOrder(span)})
    select
      cast(coalesce(sum(sales), 0) as integer) as sales,
      cast(coalesce(sum(adjustments), 0) as integer) as adjustments,
      cast(coalesce(sum(case when taxed = 0 then sales - adjustments else 0 end), 0) as integer) as abroad,
      cast(coalesce(sum(tax), 0) as integer) as tax
    from orders_moved`.execute(reader)
  const [{ sales, adjustments, abroad, tax } = { sales: 0, adjustments: 0, abroad: 0, tax: 0 }] = rows
  return { g1: sales - adjustments, g2: abroad, g3: 0, '1a': tax, sales, adjustments }
}

/**
 * Payments count from the invoice on, up to its total; adjustments up to what was paid. GST is the difference of the kept
 * GST before and after, so it sums to the documents' GST.
 */
export function cashByOrder({ from, to }: Span) {
  // Earlier payments paid an invoice that a note cancelled and another followed.
  const cancelled = sql`coalesce((
    select min(issued_at) from invoices
    where order_id = first.order_id and kind = 'adjustment_note' and round = first.round and exists (
      select 1 from invoices as later where later.order_id = first.order_id and later.round > first.round)), '9999')`
  const paid = (until: string) => sql`(
    select coalesce(sum(amount), 0) from payments
    where order_id = first.order_id and received_at < ${until} and received_at < ${cancelled})`
  const noted = (until: string) => sql`(
    select coalesce(sum(total), 0) from invoices
    where order_id = first.order_id and kind = 'adjustment_note' and round = first.round and issued_at < ${until})`
  const least = (a: ReturnType<typeof sql>, b: ReturnType<typeof sql>) =>
    sql`case when ${a} < ${b} then ${a} else ${b} end`
  return sql`
    select number, order_id, issued_at, taxed,
      got_to - got_from as sales,
      given_to - given_from as adjustments,
      case when taxed = 1
        then (2 * (got_to - given_to) + 11) / 22 - (2 * (got_from - given_from) + 11) / 22 else 0 end as tax
    from (
      select number, order_id, issued_at, taxed, got_from, got_to,
        ${least(sql`noted_from`, sql`got_from`)} as given_from,
        ${least(sql`noted_to`, sql`got_to`)} as given_to
      from (
        select number, order_id, issued_at, taxed, noted_from, noted_to,
          case when issued_at >= ${from} then 0 else ${least(sql`paid_from`, sql`total`)} end as got_from,
          ${least(sql`paid_to`, sql`total`)} as got_to
        from (
          select first.number, first.order_id, first.issued_at, first.taxed, first.total,
            ${paid(from)} as paid_from, ${paid(to)} as paid_to,
            ${noted(from)} as noted_from, ${noted(to)} as noted_to
          from invoices as first
          where first.kind = 'invoice' and first.replaces is null and first.issued_at < ${to}
            and first.order_id in (
              select order_id from payments where received_at >= ${from} and received_at < ${to}
              union
              select order_id from invoices where issued_at >= ${from} and issued_at < ${to})
        ) as sums
      ) as counted
    ) as moved
    where got_to <> got_from or given_to <> given_from`
}
