import { sql } from 'kysely'
import type { Database } from '../../runtime/db/database.ts'
import { isUnnoted } from '../../shop/orders/ledger.ts'
import type { Span } from './sum-documents.ts'

type Sql = ReturnType<typeof sql>

/**
 * Payments count from the invoice on, up to its total. Adjustments count when money goes back (GST Act 1999 s
 * 29-20(2)). Refunds and the bank's reversals count at their adjustment notes. A cancelled order's money
 * counts as given back once it is repaid, or kept for the next invoice. Tax is the difference of the kept tax
 * before and after, so it sums to the documents' tax.
 */
export function cashByOrder(engine: Database['engine'], { from, to }: Span) {
  const [refunds, least] = [isRefund[engine], smaller[engine]]
  // Sums all orders at once, because a sum per invoice takes PostgreSQL three times as long. Without
  // "materialized", SQLite would compute each step again for each use.
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
    received as materialized (
      select payments.order_id,
        sum(case when received_at < ${from} then amount else 0 end) as sum_from, sum(amount) as sum_to
      from moving join payments on payments.order_id = moving.order_id
      where received_at < ${to} and ${isUnnoted} group by payments.order_id),
    sums as (
      select first.number, first.order_id, first.issued_at, taxed, tax_share, tax_net, first.total,
        case when first.issued_at >= ${from} then 0 else ${paid(from, sql`sum_from`)} end as paid_from,
        ${paid(to, sql`sum_to`)} as paid_to,
        ${back(from, sql`coalesce(noted_from, 0)`)} as back_from,
        ${back(to, sql`coalesce(noted_to, 0)`)} as back_to
      from moving join invoices as first on first.order_id = moving.order_id
      left join notes on notes.order_id = first.order_id and notes.round = first.round
      left join received on received.order_id = first.order_id
      where first.kind = 'invoice' and first.replaces is null and first.issued_at < ${to}),
    got as (
      select number, order_id, issued_at, taxed, tax_share, tax_net, back_from, back_to,
        ${least}(paid_from, total) as got_from, ${least}(paid_to, total) as got_to
      from sums),
    moved as (
      select number, order_id, issued_at, taxed, tax_share, tax_net, got_from, got_to,
        ${least}(back_from, got_from) as given_from, ${least}(back_to, got_to) as given_to
      from got)
    select number, order_id, issued_at, ${isAbroad} as abroad,
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

/** Money that came after a cancellation pays the next invoice. @param sum all payments of the order */
const paid = (until: string, sum: Sql) => sql`
  case when cancelled is null then coalesce(${sum}, 0) else (${payments(until)} and received_at < cancelled) end`

/**
 * Only a cancelled invoice has a successor, which takes over its payments.
 * @param noted refunds by adjustment notes
 */
const back = (until: string, noted: Sql) => sql`
  case when cancelled is null then ${noted}
  when (
    select min(issued_at) from invoices as later
    where later.order_id = first.order_id and later.kind = 'invoice' and later.round > first.round
  ) < ${until} then first.total
  else ${noted} - (${payments(until)} and received_at >= cancelled and amount < 0) end`

/** SQL function for the smaller of two numbers. */
const smaller = { sqlite: sql`min`, postgres: sql`least` }

/** False for a note that cancels an unpaid invoice; see `InvoiceContent`. */
export const isRefund = {
  sqlite: sql`coalesce(json_extract(content, '$.refunds'), 1)`,
  postgres: sql`coalesce((content::json ->> 'refunds')::boolean, true)`,
}

/** A seller without tax also sells untaxed at home, so those sales aren't exports. */
export const isAbroad = sql`case when taxed = 1 or tax_share is null then 0 else 1 end`

/** SQL version of `taxIncluded`. */
const taxIn = (total: Sql) =>
  sql`((2 * ${total} * tax_share + tax_share + tax_net) / (2 * (tax_share + tax_net)))`
