import { sql } from 'kysely'
import { addDays, addMonths, type Day, dayIn, startOfDay } from '#shared/calendar.ts'
import { type DeskRole, mayDo } from '#shared/desk/roles.ts'
import type { AppContext } from '../../context.ts'
import type { Db } from '../../db/database.ts'
import { outboxDepth } from '../../mail/outbox.ts'
import { type DocumentSums, noDocuments, type Span, sumDocuments } from '../books/sum-documents.ts'

type Parts = Pick<AppContext, 'database' | 'clock' | 'library'>

/** Machines count as active for this many days. */
const activeDays = 90

/** Amounts in cents. Sums are null for roles that may not see them. */
export async function readOverview(ctx: Parts, days: number, role: DeskRole) {
  const { reader } = ctx.database
  const now = ctx.clock()
  const { timeZone } = ctx.library.typed.site.company
  const today = dayIn(timeZone, now)
  const withSums = mayDo(role, 'overview.sums')
  const since = startOfDay(timeZone, addDays(today, -activeDays))
  const [depth, awaiting, review, disputed, messages, versions, sales] = await Promise.all([
    outboxDepth(reader, now),
    readAwaiting(reader, withSums),
    countOrders(reader, 'review'),
    countOrders(reader, 'disputed'),
    countMessages(reader),
    readVersions(reader, since),
    withSums ? readSales(reader, { today, days, timeZone }) : noSales,
  ])
  const mails = { queued: depth.queued, dead: depth.dead }
  return { awaiting, review, disputed, mails, messages, versions, ...sales }
}

const noSales = { sales: null, before: null, months: null, plans: null }

async function readSales(
  reader: Db,
  { today, days, timeZone }: { today: Day; days: number; timeZone: string },
) {
  const start = (day: Day) => startOfDay(timeZone, day).toISOString()
  const span = (name: string, first: Day, next: Day): Span => ({ name, from: start(first), to: start(next) })
  const shown = Array.from({ length: days }, (_, index) => addDays(today, index + 1 - days))
  const thisMonth = `${today.slice(0, 7)}-01` as Day
  const months = Array.from({ length: 12 }, (_, index) => addMonths(thisMonth, index - 11))
  const first = shown[0] ?? today
  const sums = await sumDocuments(reader, [
    ...shown.map((day) => span(day, day, addDays(day, 1))),
    ...months.map((month) => span(month.slice(0, 7), month, addMonths(month, 1))),
    span('before', addDays(first, -days), first),
  ])
  const toSales = (name: string) => salesOf(sums.get(name) ?? noDocuments)
  return {
    sales: shown.map((day) => ({ day, ...toSales(day) })),
    before: toSales('before'),
    months: months.map((month) => ({ month: month.slice(0, 7), ...toSales(month.slice(0, 7)) })),
    plans: await readPlans(reader, start(months[0] ?? today)),
  }
}

/** `total` is before refunds. */
function salesOf({ invoices, invoiced, adjusted, tax }: DocumentSums) {
  return { orders: invoices, total: invoiced, refunded: adjusted, tax }
}

async function readAwaiting(reader: Db, withSums: boolean) {
  const { orders, sum, oldest } = await reader
    .selectFrom('orders')
    .select(({ fn }) => [
      fn.countAll<number>().as('orders'),
      sql<number>`cast(coalesce(sum(total - coalesce(received_amount, 0)), 0) as integer)`.as('sum'),
      fn.min<string | null>('created_at').as('oldest'),
    ])
    .where('status', '=', 'pending')
    .where('payment_method', '=', 'invoice')
    .executeTakeFirstOrThrow()
  return { orders, sum: withSums ? sum : null, oldest }
}

async function countOrders(reader: Db, status: 'review' | 'disputed'): Promise<number> {
  const { count } = await reader
    .selectFrom('orders')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('status', '=', status)
    .executeTakeFirstOrThrow()
  return count
}

async function countMessages(reader: Db) {
  const { unanswered, oldest } = await reader
    .selectFrom('messages')
    .select(({ fn }) => [
      fn.countAll<number>().as('unanswered'),
      fn.min<string | null>('created_at').as('oldest'),
    ])
    .where('quarantined', '=', 0)
    .where('answered_at', 'is', null)
    .executeTakeFirstOrThrow()
  return { unanswered, oldest }
}

/** Best first. */
async function readPlans(reader: Db, since: string) {
  return reader
    .selectFrom('orders')
    .innerJoin('order_lines', 'order_lines.order_id', 'orders.id')
    .select(['order_lines.sku', sql<string>`min(order_lines.name)`.as('name')])
    .select(sql<number>`cast(sum(order_lines.qty) as integer)`.as('licences'))
    .select(sql<number>`cast(sum(order_lines.amount) as integer)`.as('total'))
    .where('orders.paid_at', '>=', since)
    .groupBy('order_lines.sku')
    .orderBy('total', 'desc')
    .execute()
}

/** Null counts machines that sent no version. */
async function readVersions(reader: Db, since: Date) {
  return reader
    .selectFrom('activations')
    .select(({ fn }) => ['app_version as appVersion', fn.countAll<number>().as('machines')])
    .where('released_at', 'is', null)
    .where('seen_at', '>=', since.toISOString())
    .groupBy('app_version')
    .orderBy('machines', 'desc')
    .execute()
}
