import { sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import type { Span } from './sum-documents.ts'

/**
 * Payments count from the invoice on, up to its total; adjustments up to what was paid. Tax is the difference of the kept
 * tax before and after, so it sums to the documents' tax.
 */
export function cashByOrder(engine: Database['engine'], { from, to }: Span) {
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
        then ${taxIn(sql`(got_to - given_to)`)} - ${taxIn(sql`(got_from - given_from)`)} else 0 end as tax
    from (
      select number, order_id, issued_at, taxed, share, net, got_from, got_to,
        ${least(sql`noted_from`, sql`got_from`)} as given_from,
        ${least(sql`noted_to`, sql`got_to`)} as given_to
      from (
        select number, order_id, issued_at, taxed, share, net, noted_from, noted_to,
          case when issued_at >= ${from} then 0 else ${least(sql`paid_from`, sql`total`)} end as got_from,
          ${least(sql`paid_to`, sql`total`)} as got_to
        from (
          select first.number, first.order_id, first.issued_at, first.taxed, first.total,
            coalesce(${rate[engine](0)}, 1) as share, coalesce(${rate[engine](1)}, 10) as net,
            ${paid(from)} as paid_from, ${paid(to)} as paid_to,
            ${noted(from)} as noted_from, ${noted(to)} as noted_to
          from invoices as first join orders on orders.id = first.order_id
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

/** The parts of `TaxRule.rate`, null in rules without one. */
const rate = {
  sqlite: (part: 0 | 1) => sql.raw(`json_extract(orders.tax_rule, '$.rate[${part}]')`),
  postgres: (part: 0 | 1) => sql.raw(`(orders.tax_rule::json -> 'rate' ->> ${part})::bigint`),
}

/** `taxIncluded` in SQL. */
const taxIn = (total: ReturnType<typeof sql>) =>
  sql`((2 * ${total} * share + share + net) / (2 * (share + net)))`
