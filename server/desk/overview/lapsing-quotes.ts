import { dayMs } from '#shared/calendar/calendar.ts'
import { type FirstInLine, mostInLine } from '#shared/desk/overview-answers.ts'
import { mostQuoteDays } from '#shared/desk/requests.ts'
import type { Db } from '../../runtime/db/database.ts'

/** Whoever is asked then still has time to order. */
const soonDays = 7

type Lapsing = { count: number; first: FirstInLine['lapsing'] }

export const noLapsing: Lapsing = { count: 0, first: [] }

/** Open quotes that lapse soon, the next first. */
export async function readLapsing(reader: Db, now: Date): Promise<Lapsing> {
  const at = (days: number) => new Date(now.getTime() + days * dayMs).toISOString()
  const lapsing = reader
    .selectFrom('quotes')
    .where('state', '=', 'waiting')
    // No quote is open for longer.
    .where('created_at', '>', at(-mostQuoteDays - 1))
    .where('valid_until', '>=', at(0))
    .where('valid_until', '<', at(soonDays))
  const { count } = await lapsing
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (count === 0) return { count, first: [] }
  const rows = await lapsing
    .select(['id', 'number', 'customer_name', 'company_name', 'total'])
    .select(['created_at as createdAt', 'valid_until as validUntil'])
    .orderBy('valid_until')
    .orderBy('id')
    .limit(mostInLine)
    .execute()
  const first = rows.map(({ customer_name, company_name, ...row }) => ({
    ...row,
    buyer: company_name ?? customer_name,
  }))
  return { count, first }
}
