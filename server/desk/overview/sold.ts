import { sql } from 'kysely'
import { addDays, addMonths, type Day, startOfDay } from '#shared/calendar/calendar.ts'
import type { Sales, Sold, SoldPlan } from '#shared/desk/overview-answers.ts'
import type { Product } from '#shared/pricing/pricing.ts'
import type { Db } from '../../runtime/db/database.ts'
import { type DocumentSums, type Span, sumDocuments } from '../books/sum-documents.ts'

type Until = { today: Day; days: number; timeZone: string; products: Pick<Product, 'sku' | 'name'>[] }

/** Sales of the last days, of as many before those, and of twelve months, by the company's calendar. */
export async function readSold(reader: Db, { today, days, timeZone, products }: Until): Promise<Sold> {
  const start = (day: Day) => startOfDay(timeZone, day).toISOString()
  const span = (name: string, first: Day, next: Day): Span => ({ name, from: start(first), to: start(next) })
  const shown = Array.from({ length: days }, (_, index) => addDays(today, index + 1 - days))
  const thisMonth = `${today.slice(0, 7)}-01` as Day
  const months = Array.from({ length: 12 }, (_, index) => addMonths(thisMonth, index - 11))
  const spans = months.map((month) => span(month.slice(0, 7), month, addMonths(month, 1)))
  // A month takes PostgreSQL as long as a quarter, and a year would hold up others on SQLite.
  const quarters = months.flatMap((month, index) =>
    index % 3 === 0 ? [span(month, month, addMonths(month, 3))] : [],
  )
  const first = shown[0] ?? today
  const sums = await sumDocuments(reader, [
    ...shown.map((day) => span(day, day, addDays(day, 1))),
    ...spans,
    span('before', addDays(first, -days), first),
  ])
  const toSales = (name: string) => salesOf(sums.get(name) as DocumentSums)
  return {
    sales: shown.map((day) => ({ day, ...toSales(day) })),
    before: toSales('before'),
    months: months.map((month) => ({ month: month.slice(0, 7), ...toSales(month.slice(0, 7)) })),
    plans: await readPlans(reader, quarters, products),
  }
}

function salesOf({ invoices, invoiced, adjusted, tax }: DocumentSums): Sales {
  return { orders: invoices, total: invoiced - adjusted, refunded: adjusted, tax }
}

type PlanRow = Omit<SoldPlan, 'name'> & { line: string }

/** Best first. Read span by span, so that others are answered in between. */
async function readPlans(reader: Db, spans: Span[], products: Until['products']): Promise<SoldPlan[]> {
  const plans = new Map<string, PlanRow>()
  for (const span of spans) {
    for (const { licences, total, ...row } of await readPlansOf(reader, span)) {
      const key = `${row.sku} ${row.change}`
      const known = plans.get(key) ?? { licences: 0, total: 0 }
      plans.set(key, { ...row, licences: known.licences + licences, total: known.total + total })
    }
  }
  // A line names the licence that it changes, and a plan may be sold no more.
  return [...plans.values()]
    .sort((a, b) => b.total - a.total)
    .map(({ line, ...row }) => ({
      ...row,
      name: products.find(({ sku }) => sku === row.sku)?.name ?? (row.change === null ? line : row.sku),
    }))
}

function readPlansOf(reader: Db, { from, to }: Span): Promise<PlanRow[]> {
  return reader
    .selectFrom('orders')
    .innerJoin('order_lines', 'order_lines.order_id', 'orders.id')
    .leftJoin('licence_changes', 'licence_changes.order_line_id', 'order_lines.id')
    .select(['order_lines.sku', 'licence_changes.kind as change'])
    .select(sql<string>`min(order_lines.name)`.as('line'))
    .select(sql<number>`cast(sum(order_lines.qty) as integer)`.as('licences'))
    .select(sql<number>`cast(sum(order_lines.amount) as bigint)`.as('total'))
    .where('orders.paid_at', '>=', from)
    .where('orders.paid_at', '<', to)
    .groupBy(['order_lines.sku', 'licence_changes.kind'])
    .execute()
}
