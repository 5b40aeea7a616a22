import { sql } from 'kysely'
import type { Database } from '../../runtime/db/database.ts'
import { isUnnoted } from '../../shop/orders/ledger.ts'
import type { Span } from './sum-documents.ts'

type Sql = ReturnType<typeof sql>

/**
 * Payments count from the invoice on, up to its total. An adjustment counts when money goes back (GST Act 1999 s 29-20(2)).
 * Refunds count at their notes, and so does what a bank takes or gives back. A cancelled order's money counts once it is paid
 * back, or kept for the next invoice.
 * Tax is the difference of the kept tax before and after, so it sums to the documents' tax.
 */
export function cashByOrder(engine: Database['engine'], { from, to }: Span) {
  const [refunds, least] = [isRefund[engine], smaller[engine]]
  // Joined as sets, because a sum for each invoice takes PostgreSQL three times as long. Without "materialized", SQLite
  // would work out each step as often as a later one names it.
  return sql`
    with notes as materialized (
      select order_id, round,
        min(case when ${refunds} then null else issued_at end) as cancelled,
        sum(case when ${refunds} and issued_at < ${from} then total else 0 end) as noted_from,
        sum(case when ${refunds} then total else 0 end) as noted_to
      from invoices where kind = 'adjustment_note' and issued_at < ${to} group by order_id, round),
    moving as materialized (
      select order_id from payments where received_at >= ${from} and received_at < ${to}
      union
      select order_id from invoices where issued_at >= ${from} and issued_at < ${to}),
    firsts as materialized (
      select first.number, first.order_id, first.round, first.issued_at, first.taxed, first.total, cancelled,
        coalesce(noted_from, 0) as noted_from, coalesce(noted_to, 0) as noted_to
      from moving
      join invoices as first on first.order_id = moving.order_id
      left join notes on notes.order_id = first.order_id and notes.round = first.round
      where first.kind = 'invoice' and first.replaces is null and first.issued_at < ${to}),
    received as materialized (
      select firsts.number,
        ${sumWhere(sql`received_at < ${from} and ${inTime}`)} as paid_from, ${sumWhere(inTime)} as paid_to,
        ${sumWhere(sql`received_at < ${from} and ${wentBack}`)} as out_from, ${sumWhere(wentBack)} as out_to
      from firsts join payments on payments.order_id = firsts.order_id
      where received_at < ${to} and ${isUnnoted}
      group by firsts.number),
    sums as materialized (
      select firsts.number, firsts.order_id, firsts.issued_at, firsts.taxed, firsts.total,
        case when firsts.taxed = 1 or orders.tax_rule is null then 0 else 1 end as abroad,
        tax_share as share, tax_net as net,
        case when firsts.issued_at >= ${from} then 0 else coalesce(paid_from, 0) end as paid_from,
        coalesce(paid_to, 0) as paid_to,
        ${back(from, sql`noted_from`, sql`out_from`)} as back_from,
        ${back(to, sql`noted_to`, sql`out_to`)} as back_to
      from firsts
      join orders on orders.id = firsts.order_id
      left join received on received.number = firsts.number),
    got as (
      select number, order_id, issued_at, taxed, abroad, share, net, back_from, back_to,
        ${least}(paid_from, total) as got_from, ${least}(paid_to, total) as got_to
      from sums),
    moved as (
      select number, order_id, issued_at, taxed, abroad, share, net, got_from, got_to,
        ${least}(back_from, got_from) as given_from, ${least}(back_to, got_to) as given_to
      from got)
    select number, order_id, issued_at, abroad,
      got_to - got_from as sales,
      given_to - given_from as adjustments,
      case when taxed = 1
        then ${taxIn(sql`(got_to - given_to)`)} - ${taxIn(sql`(got_from - given_from)`)} else 0 end as tax
    from moved
    where got_to <> got_from or given_to <> given_from`
}

const sumWhere = (isMeant: Sql) => sql`sum(case when ${isMeant} then amount else 0 end)`

const inTime = sql`received_at < coalesce(cancelled, '9999')`
const wentBack = sql`received_at >= cancelled and amount < 0`

/** Only a cancelled invoice is followed by another, which takes over what was paid. @param noted by refunds @param out paid back after */
const back = (until: string, noted: Sql, out: Sql) => sql`
  case when cancelled is null then ${noted}
  when (
    select min(issued_at) from invoices as later
    where later.order_id = firsts.order_id and later.kind = 'invoice' and later.round > firsts.round
  ) < ${until} then firsts.total
  else ${noted} - coalesce(${out}, 0) end`

/** The smaller of two numbers. */
const smaller = { sqlite: sql`min`, postgres: sql`least` }

/** False for a note that cancels an unpaid invoice, see `InvoiceContent`. */
const isRefund = {
  sqlite: sql`coalesce(json_extract(content, '$.refunds'), 1)`,
  postgres: sql`coalesce((content::json ->> 'refunds')::boolean, true)`,
}

/** The parts of `TaxRule.rate`, null in rules without one. */
const rate = {
  sqlite: (part: 0 | 1) => sql.raw(`json_extract(orders.tax_rule, '$.rate[${part}]')`),
  postgres: (part: 0 | 1) => sql.raw(`(orders.tax_rule::json -> 'rate' ->> ${part})::bigint`),
}

/** `taxIncluded` in SQL. */
const taxIn = (total: Sql) => sql`((2 * ${total} * share + share + net) / (2 * (share + net)))`
