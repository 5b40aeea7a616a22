import { dayMs } from '#shared/calendar/calendar.ts'
import { type FirstInLine, mostInLine } from '#shared/desk/overview-answers.ts'
import { countRows } from '../../runtime/db/count-rows.ts'
import type { Db } from '../../runtime/db/database.ts'
import { isState } from '../quotes/list-quotes.ts'

/** A buyer who is reminded then still has time to order. */
const soonDays = 7

/** Open quotes that expire soon. */
function lapsing(reader: Db, now: Date) {
  const soon = new Date(now.getTime() + soonDays * dayMs).toISOString()
  return reader
    .selectFrom('quotes')
    .where((eb) => isState(eb, 'open', now))
    .where('valid_until', '<', soon)
}

export function countLapsing(reader: Db, now: Date): Promise<number> {
  return countRows(lapsing(reader, now))
}

/** The first to expire comes first. */
export async function readLapsing(reader: Db, now: Date): Promise<FirstInLine['lapsing']> {
  const rows = await lapsing(reader, now)
    .select(['id', 'number', 'customer_name', 'company_name', 'total'])
    .select(['created_at as createdAt', 'valid_until as validUntil'])
    .orderBy('valid_until')
    .orderBy('id')
    .limit(mostInLine)
    .execute()
  return rows.map(({ customer_name, company_name, ...row }) => ({
    ...row,
    buyer: company_name ?? customer_name,
  }))
}
