import { sql } from 'kysely'
import { dayIn, startOfDay } from '#shared/calendar/calendar.ts'
import { describeWho } from '#shared/desk/audit-words.ts'
import { stateWord } from '#shared/desk/words.ts'
import type { OrderStatus } from '#shared/orders/orders.ts'
import type { Database } from '../../runtime/db/database.ts'
import { pagesOf } from '../../runtime/db/read-batches.ts'
import { isUnnoted, kindOf } from '../../shop/orders/ledger.ts'
import { type Columns, type CsvRow, toCells } from '../../web/http/csv.ts'
import { type BookDays, spanOf } from './book-days.ts'
import { cashByOrder, isRefund } from './cash-by-order.ts'
import type { Span } from './sum-documents.ts'

export const paymentColumns: Columns<Row & { kind: string }> = {
  date: ({ at }, timeZone) => dayIn(timeZone, at),
  order: ({ number }) => number,
  kind: ({ kind }) => kind,
  amount: ({ told, amount }) => (told === 1 ? null : { cents: amount }),
  currency: ({ currency }) => currency,
  'counted at its note': ({ told, amount }) => (told === 1 ? { cents: amount } : null),
  state: ({ status }) => stateWord(status),
  source: ({ source }) => source,
  reference: ({ reference }) => reference,
  'entered by': ({ who }) => (who === null ? null : describeWho(who)),
}

/**
 * Lists payments and refunds. A refund counts at its adjustment note, so its own entry shows the sum in
 * another column. Where the cash books count differently, a row at the end gives the reason. The amounts
 * therefore add up to the cash-basis books.
 */
export async function* paymentRows(
  { reports, engine }: Pick<Database, 'reports' | 'engine'>,
  days: BookDays,
): AsyncGenerator<CsvRow[]> {
  const span = spanOf(days)
  const last = startOfDay(days.timeZone, days.to).toISOString()
  // Uses one statement, so that a payment that arrives meanwhile is in all of it or none.
  const pages = pagesOf(
    reports,
    sql<Row>`
      with entries as materialized (${entriesIn(span, engine)}),
        counted as (${cashByOrder(engine, span)}),
        beside as (
          select order_id, cast(sum(amount) as bigint) as amount
          from (
            select order_id, sales - adjustments as amount from counted
            union all select order_id, -amount from entries where told = 0
          ) as sums
          group by order_id having sum(amount) <> 0)
      select at, moved.id, moved.order_id, amount, told, key, source, reference, who,
        number, status, currency, ${firstInvoice} as invoiced
      from (
        select * from entries
        union all select ${last}, null, order_id, amount, 0, null, null, null, null from beside
      ) as moved join orders on orders.id = moved.order_id
      order by at, moved.id nulls last, number`,
  )
  for await (const rows of pages) {
    const named = rows.map((row) => ({ ...row, kind: kindIn(row, span) }))
    yield toCells(paymentColumns, named, days.timeZone)
  }
}

/** `key` identifies a payment; null for notes and for the closing rows of differences. */
type Row = {
  at: string
  id: string | null
  amount: number
  /** 1 if an adjustment note counts it. */
  told: number
  key: string | null
  source: string | null
  reference: string | null
  who: string | null
  number: string
  status: OrderStatus
  currency: string
  invoiced: string | null
}

const firstInvoice = sql`(
  select min(issued_at) from invoices where invoices.order_id = orders.id and invoices.kind = 'invoice')`

function entriesIn({ from, to }: Span, engine: Database['engine']) {
  return sql`
    select received_at as at, id, order_id, cast(amount as bigint) as amount,
      case when ${isUnnoted} then 0 else 1 end as told, dedupe_key as key, source, reference, who
    from payments where received_at >= ${from} and received_at < ${to}
    union all
    select issued_at, id, order_id, cast(-total as bigint), 0, null, null, number, null
    from invoices
    where kind = 'adjustment_note' and ${isRefund[engine]} and issued_at >= ${from} and issued_at < ${to}`
}

function kindIn(row: Row, { from, to }: Span): string {
  const { key, amount, status, invoiced } = row
  if (key !== null) {
    const kind = kindOf({ dedupe_key: key, amount })
    return kind === 'repaid' && amount > 0 ? 'undone' : kind.replace('_', ' ')
  }
  if (row.id !== null) return amount < 0 ? 'refund' : 'refund that came back'
  if (invoiced === null && status === 'review') return 'held in review'
  if (invoiced === null || invoiced >= to || (invoiced >= from && amount > 0))
    return 'counts with its invoice'
  return 'credit of the buyer'
}
