import { sql } from 'kysely'
import { addMonths, type Day, dayIn } from '#shared/calendar/calendar.ts'
import type { Trends } from '#shared/desk/trend-answers.ts'
import type { Product } from '#shared/pricing/pricing.ts'
import type { Clock, Data, Seller } from '../../context.ts'
import { readMissedSearches } from '../../people/help/missed-searches.ts'
import type { Db } from '../../runtime/db/database.ts'
import { singleFlights } from '../../runtime/single-flight.ts'
import { type Span, spanOfMonth, sumRefunds } from '../books/sum-documents.ts'
import { isBought } from '../licences/list-licences.ts'
import { readAdoption } from '../overview/adoption.ts'
import { readRevenue } from './read-revenue.ts'

const shareTrends = singleFlights<Trends>()

/** The last `count` months, including this one. Concurrent calls share one answer. */
export function readTrends(ctx: Data & Clock & Seller, count: number): Promise<Trends> {
  const { timeZone } = ctx.library.typed.site.company
  const today = dayIn(timeZone, ctx.clock())
  return shareTrends(ctx.database.reader, JSON.stringify([today, count]), () => read(ctx, today, count))
}

/** Reads month by month, so that other requests run in between. */
async function read(
  { database, library, clock }: Data & Clock & Seller,
  today: Day,
  count: number,
): Promise<Trends> {
  const { site, pricing, releases } = library.typed
  const spans = monthsUntil(today, count, site.company.timeZone)
  const { reader } = database
  const { sums, products, ...revenue } = await readRevenue(database, spans)
  const [months, renewals, trials]: [Trends['months'], Trends['renewals'], Trends['trials']] = [[], [], []]
  for (const [index, span] of spans.entries()) {
    const { name: month } = span
    const { invoices = 0, invoiced = 0, adjusted = 0, tax = 0 } = sums[index] ?? {}
    const [refunded, disputes] = [await sumRefunds(database, span), await countDisputes(reader, span)]
    months.push({ month, invoices, invoiced, adjusted, refunded, total: invoiced - adjusted, tax, disputes })
    trials.push({ month, ...(await countTrials(reader, span)) })
  }
  for (const span of monthsUntil(boughtUntil(today, pricing.products), count, site.company.timeZone))
    renewals.push({ month: span.name, ...(await countRenewals(reader, span, clock())) })
  const nameOf = (sku: string) => pricing.products.find((product) => product.sku === sku)?.name ?? sku
  return {
    months,
    products: products.map((product) => ({ ...product, name: nameOf(product.sku) })),
    ...revenue,
    renewals,
    trials,
    missedSearches: await readMissedSearches(reader, today),
    versions: await readAdoption(reader, releases, { today, timeZone: site.company.timeZone }),
  }
}

/** Licences bought later may still have their first updates. */
function boughtUntil(today: Day, products: Pick<Product, 'licence'>[]): Day {
  return addMonths(today, -Math.max(...products.map(({ licence }) => licence.updatesMonths)))
}

function monthsUntil(today: Day, count: number, timeZone: string): Span[] {
  const thisMonth = `${today.slice(0, 7)}-01` as Day
  return Array.from({ length: count }, (_, index) =>
    spanOfMonth(timeZone, addMonths(thisMonth, index + 1 - count)),
  )
}

async function countDisputes(reader: Db, { from, to }: Span): Promise<number> {
  const { count } = await reader
    .selectFrom('order_events')
    .select(sql<number>`count(distinct order_id)`.as('count'))
    .where('event', '=', 'order.disputed')
    .where('at', '>=', from)
    .where('at', '<', to)
    .executeTakeFirstOrThrow()
  return count
}

function countRenewals(reader: Db, span: Span, now: Date) {
  const isRenewed = sql`exists (select 1 from licence_changes where licence_id = licences.id
    and kind = 'renewal' and reverted_at is null)`
  const count = (condition: ReturnType<typeof sql>) =>
    sql<number>`coalesce(sum(case when ${condition} then 1 else 0 end), 0)`
  return reader
    .selectFrom('licences')
    .select(({ fn }) => [
      fn.countAll<number>().as('bought'),
      count(sql`updates_until <= ${now.toISOString()} or ${isRenewed}`).as('due'),
      count(isRenewed).as('renewed'),
    ])
    .where(isBought(span))
    .executeTakeFirstOrThrow()
}

function countTrials(reader: Db, { from, to }: Span) {
  return reader
    .selectFrom('trials')
    .select(({ fn }) => [
      fn.countAll<number>().as('trials'),
      sql<number>`coalesce(sum(case when exists (select 1 from activations
        where activations.machine_id = trials.machine_id) then 1 else 0 end), 0)`.as('sales'),
    ])
    .where('started_at', '>=', from)
    .where('started_at', '<', to)
    .executeTakeFirstOrThrow()
}
