import { sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import type { Span } from './sum-documents.ts'

/**
 * Payments count from the invoice on, up to its total. An adjustment counts when money goes back (GST Act 1999 s 29-20(2)).
 * A refund counts at its note. What a cancelled order holds counts once it is paid back or kept for the next invoice.
 * Tax is the difference of the kept tax before and after, so it sums to the documents' tax.
 */
export function cashByOrder(engine: Database['engine'], { from, to }: Span) {
  const notes = sql`
    from invoices where order_id = first.order_id and kind = 'adjustment_note' and round = first.round`
  const cancelled = sql`coalesce((select min(issued_at) ${notes} and not ${isRefund[engine]}), '9999')`
  // Its invoice takes over what the cancelled one was paid.
  const followed = sql`coalesce((
    select min(issued_at) from invoices
    where order_id = first.order_id and kind = 'invoice' and round > first.round), '9999')`
  const payments = (until: string) => sql`
    from payments where order_id = first.order_id and received_at < ${until}`
  const paid = (until: string) => sql`(
    select coalesce(sum(amount), 0) ${payments(until)} and received_at < ${cancelled})`
  const back = (until: string) => sql`
    case when ${followed} < ${until} then first.total else
      (select coalesce(sum(total), 0) ${notes} and ${isRefund[engine]} and issued_at < ${until})
      - (select coalesce(sum(amount), 0) ${payments(until)} and received_at >= ${cancelled} and amount < 0) end`
  const least = (a: ReturnType<typeof sql>, b: ReturnType<typeof sql>) =>
    sql`case when ${a} < ${b} then ${a} else ${b} end`
  return sql`
    select number, order_id, issued_at, abroad,
      got_to - got_from as sales,
      given_to - given_from as adjustments,
      case when taxed = 1
        then ${taxIn(sql`(got_to - given_to)`)} - ${taxIn(sql`(got_from - given_from)`)} else 0 end as tax
    from (
      select number, order_id, issued_at, taxed, abroad, share, net, got_from, got_to,
        ${least(sql`back_from`, sql`got_from`)} as given_from,
        ${least(sql`back_to`, sql`got_to`)} as given_to
      from (
        select number, order_id, issued_at, taxed, abroad, share, net, back_from, back_to,
          case when issued_at >= ${from} then 0 else ${least(sql`paid_from`, sql`total`)} end as got_from,
          ${least(sql`paid_to`, sql`total`)} as got_to
        from (
          select first.number, first.order_id, first.issued_at, first.taxed, first.total,
            case when first.taxed = 1 or orders.tax_rule is null then 0 else 1 end as abroad,
            coalesce(${rate[engine](0)}, 1) as share, coalesce(${rate[engine](1)}, 10) as net,
            ${paid(from)} as paid_from, ${paid(to)} as paid_to,
            ${back(from)} as back_from, ${back(to)} as back_to
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
const taxIn = (total: ReturnType<typeof sql>) =>
  sql`((2 * ${total} * share + share + net) / (2 * (share + net)))`
