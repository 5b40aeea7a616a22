import { sql } from 'kysely'
import { addDays, addMonths, type Day } from '#shared/calendar/calendar.ts'
import type { Sales, Sold } from '#shared/desk/overview-answers.ts'
import type { Product } from '#shared/pricing/pricing.ts'
import type { Database, Db } from '../../runtime/db/database.ts'
import { isBrought } from '../../shop/orders/ledger.ts'
import { type DocumentSums, type Span, spanOfMonth, sumDocuments } from '../books/sum-documents.ts'
import { readPlans } from '../trends/read-revenue.ts'
import { startsAt } from '../within-days.ts'

type Until = { today: Day; days: number; timeZone: string; products: Pick<Product, 'sku' | 'name'>[] }

/**
 * Reads sales of the last `days`, the period before, and twelve months compared with the year before. Sales
 * count by document and the company's calendar; receipts count by the day of payment.
 */
export async function readSold(
  database: Pick<Database, 'reader' | 'engine'>,
  { today, days, timeZone, products }: Until,
): Promise<Sold> {
  const { reader } = database
  const start = (day: Day) => startsAt(timeZone, day)
  const span = (name: string, first: Day, next: Day): Span => ({ name, from: start(first), to: start(next) })
  const shown = Array.from({ length: days }, (_, index) => addDays(today, index + 1 - days))
  const thisMonth = `${today.slice(0, 7)}-01` as Day
  const months = Array.from({ length: 12 }, (_, index) => addMonths(thisMonth, index - 11))
  const spans = [...months.map((month) => addMonths(month, -12)), ...months].map((month) =>
    spanOfMonth(timeZone, month),
  )
  // Quarters take PostgreSQL as long as months; whole years would block others on SQLite.
  const quarters = months.flatMap((month, index) =>
    index % 3 === 0 ? [span(month, month, addMonths(month, 3))] : [],
  )
  const first = shown[0] ?? today
  const tomorrow = addDays(today, 1)
  const sums = await sumDocuments(reader, [
    ...shown.map((day) => span(day, day, addDays(day, 1))),
    ...spans,
    span('before', addDays(first, -days), first),
    // If tomorrow is 29 February, its date a year earlier would end the span a day early.
    span('year before', addMonths(first, -12), addDays(addMonths(today, -12), 1)),
  ])
  const toSales = (name: string) => salesOf(sums.get(name) as DocumentSums)
  return {
    sales: shown.map((day) => ({ day, ...toSales(day) })),
    before: toSales('before'),
    yearBefore: toSales('year before'),
    months: months.map((day) => {
      const [month, before] = [day, addMonths(day, -12)].map((each) => each.slice(0, 7)) as [string, string]
      return { month, ...toSales(month), before: toSales(before).total }
    }),
    plans: (await readPlans(database, quarters)).map(({ kind, line, ...plan }) => ({
      ...plan,
      change: kind === 'new' ? null : kind,
      // A line names the licence that it changes, and a plan may have been discontinued.
      name: products.find(({ sku }) => sku === plan.sku)?.name ?? (kind === 'new' ? line : plan.sku),
    })),
    unpaid: {
      days: await sumUnpaid(reader, start(first)),
      months: await sumUnpaid(reader, start(months[0] ?? today)),
    },
    cameIn: {
      today: await sumBrought(reader, span('today', today, tomorrow)),
      days: await sumBrought(reader, span('days', first, tomorrow)),
    },
  }
}

function salesOf({ invoices, invoiced, adjusted, replaced, tax }: DocumentSums): Sales {
  return { orders: invoices, total: invoiced - adjusted, refunded: adjusted - replaced, tax }
}

/** Sums unpaid transfers in cents. Their invoices count as sales until the order expires. */
async function sumUnpaid(reader: Db, since: string): Promise<number> {
  const { sum } = await reader
    .selectFrom('orders')
    .select(sql<number>`cast(coalesce(sum(total - coalesce(received_amount, 0)), 0) as bigint)`.as('sum'))
    .where('status', '=', 'pending')
    .where('transfer_terms', 'is not', null)
    .where('created_at', '>=', since)
    .executeTakeFirstOrThrow()
  return sum
}

async function sumBrought(reader: Db, { from, to }: Span): Promise<number> {
  const { sum } = await reader
    .selectFrom('payments')
    .select(sql<number>`cast(coalesce(sum(amount), 0) as bigint)`.as('sum'))
    .where('received_at', '>=', from)
    .where('received_at', '<', to)
    .where(isBrought)
    .executeTakeFirstOrThrow()
  return sum
}
