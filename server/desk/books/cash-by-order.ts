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
  const refunds = isRefund[engine]
  // Without "materialized", SQLite would work out each sum as often as a later step names it.
  return sql`
    with notes as materialized (
      select order_id, round,
        min(case when ${refunds} then null else issued_at end) as cancelled,
        sum(case when ${refunds} and issued_at < ${from} then total else 0 end) as noted_from,
        sum(case when ${refunds} then total else 0 end) as noted_to
      from invoices where kind = 'adjustment_note' and issued_at < ${to} group by order_id, round),
    sums as materialized (
      select first.number, first.order_id, first.issued_at, first.taxed, first.total,
        case when first.taxed = 1 or orders.tax_rule is null then 0 else 1 end as abroad,
        coalesce(${rate[engine](0)}, 1) as share, coalesce(${rate[engine](1)}, 10) as net,
        case when first.issued_at >= ${from} then 0 else ${paid(from)} end as paid_from,
        ${paid(to)} as paid_to,
        ${back(from, sql`coalesce(noted_from, 0)`)} as back_from,
        ${back(to, sql`coalesce(noted_to, 0)`)} as back_to
      from invoices as first
      join orders on orders.id = first.order_id
      left join notes on notes.order_id = first.order_id and notes.round = first.round
      where first.kind = 'invoice' and first.replaces is null and first.issued_at < ${to}
        and first.order_id in (
          select order_id from payments where received_at >= ${from} and received_at < ${to}
          union all
          select order_id from invoices where issued_at >= ${from} and issued_at < ${to})),
    got as materialized (
      select number, order_id, issued_at, taxed, abroad, share, net, back_from, back_to,
        ${least(sql`paid_from`, sql`total`)} as got_from,
        ${least(sql`paid_to`, sql`total`)} as got_to
      from sums),
    moved as materialized (
      select number, order_id, issued_at, taxed, abroad, share, net, got_from, got_to,
        ${least(sql`back_from`, sql`got_from`)} as given_from,
        ${least(sql`back_to`, sql`got_to`)} as given_to
      from got)
    select number, order_id, issued_at, abroad,
      got_to - got_from as sales,
      given_to - given_from as adjustments,
      case when taxed = 1
        then ${taxIn(sql`(got_to - given_to)`)} - ${taxIn(sql`(got_from - given_from)`)} else 0 end as tax
    from moved
    where got_to <> got_from or given_to <> given_from`
}

const payments = (until: string) => sql`
  select coalesce(sum(amount), 0) from payments
  where payments.order_id = first.order_id and payments.received_at < ${until} and ${isUnnoted}`

const paid = (until: string) => sql`(${payments(until)} and received_at < coalesce(cancelled, '9999'))`

/** Only a cancelled invoice is followed by another, which takes over what was paid. @param noted by refunds */
const back = (until: string, noted: Sql) => sql`
  case when cancelled is null then ${noted}
  when (
    select min(issued_at) from invoices as later
    where later.order_id = first.order_id and later.kind = 'invoice' and later.round > first.round
  ) < ${until} then first.total
  else ${noted} - (${payments(until)} and received_at >= cancelled and amount < 0) end`

const least = (a: Sql, b: Sql) => sql`case when ${a} < ${b} then ${a} else ${b} end`

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
