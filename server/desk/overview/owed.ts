import { sql } from 'kysely'
import { mostInLine, type Owed } from '#shared/desk/overview-answers.ts'
import { closedStatuses } from '#shared/orders/orders.ts'
import type { Clock, Data } from '../../context.ts'
import type { Db } from '../../runtime/db/database.ts'

type Parts = Data & Clock

/** Summing all transfers takes long, and every page of the desk needs it. */
const cachedForMs = 60_000

const cache = new WeakMap<Db, { until: number; newestAct: string; owed: Promise<Owed> }>()

export async function readOwed(ctx: Parts): Promise<Owed> {
  return sumAfter(ctx, await readNewestAct(ctx.database.reader))
}

/** Returns sums at most a minute old, and never older than the newest act of any process. */
export async function readRecentlyOwed(ctx: Parts): Promise<Owed> {
  const { reader } = ctx.database
  const newestAct = await readNewestAct(reader)
  const cached = cache.get(reader)
  const isCurrent = cached?.newestAct === newestAct && ctx.clock().getTime() < cached.until
  return isCurrent ? cached.owed : sumAfter(ctx, newestAct)
}

function sumAfter({ database: { reader }, clock }: Parts, newestAct: string): Promise<Owed> {
  const owed = sumOwed(reader)
  cache.set(reader, { until: clock().getTime() + cachedForMs, newestAct, owed })
  return owed
}

/** Acts that move money are in the audit, which is indexed by time. Several may share a time. */
async function readNewestAct(reader: Db): Promise<string> {
  const { at, acts } = await reader
    .selectFrom('audit_entries')
    .select(({ fn }) => [fn.max<string | null>('at').as('at'), fn.countAll<number>().as('acts')])
    .where('at', '=', (eb) => eb.selectFrom('audit_entries').select(({ fn }) => fn.max('at').as('at')))
    .executeTakeFirstOrThrow()
  return `${at} ${acts}`
}

/** Sums credits as `creditOf` does. Only transfers can exceed what the order claims. */
async function sumOwed(reader: Db): Promise<Owed> {
  const claim = sql`case when orders.status in (${sql.join(closedStatuses)}) then 0
    else orders.total - orders.taken_back - orders.refund_repaid end`
  const sum = sql<number>`cast(sum(payments.amount) - ${claim} as integer)`
  const rows = await reader
    .selectFrom('orders')
    .innerJoin('payments', 'payments.order_id', 'orders.id')
    .select(['orders.number', 'orders.customer_name', 'orders.company_name', sum.as('credit')])
    .where('orders.id', 'in', (eb) =>
      eb.selectFrom('payments').select('order_id').where('source', '=', 'transfer'),
    )
    .where('orders.status', '<>', 'review')
    .groupBy('orders.id')
    .having(sum, '>', 0)
    .orderBy('credit', 'desc')
    .execute()
  return {
    orders: rows.length,
    sum: rows.reduce((total, { credit }) => total + credit, 0),
    first: rows.slice(0, mostInLine).map(({ number, customer_name, company_name, credit }) => ({
      number,
      buyer: company_name ?? customer_name,
      credit,
    })),
  }
}
