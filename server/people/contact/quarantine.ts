import { dayMs } from '#shared/calendar/calendar.ts'
import type { Db, Trx } from '../../runtime/db/database.ts'

/** Further unverified messages within an hour are quarantined. */
export const unverifiedPerHour = 10

export async function tooManyUnverified(trx: Trx, now: Date): Promise<boolean> {
  const { count } = await trx
    .selectFrom('messages')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('created_at', '>', new Date(now.getTime() - 3_600_000).toISOString())
    .where('verified', '=', 0)
    .where('quarantined', '=', 0)
    .executeTakeFirstOrThrow()
  return count >= unverifiedPerHour
}

/** Older messages stay stored without a mail. */
const waitsForMs = 30 * dayMs

type Quarantine = {
  /** Messages of the last 30 days. */
  waiting: number
  /** ISO 8601 UTC. */
  newest: string
}

/** @returns null when nothing waits */
export async function lookIntoQuarantine(db: Db, now: Date): Promise<Quarantine | null> {
  const { waiting, newest } = await db
    .selectFrom('messages')
    .select(({ fn }) => [
      fn.countAll<number>().as('waiting'),
      fn.max<string | null>('created_at').as('newest'),
    ])
    .where('quarantined', '=', 1)
    .where('created_at', '>', new Date(now.getTime() - waitsForMs).toISOString())
    .executeTakeFirstOrThrow()
  return newest === null ? null : { waiting, newest }
}
