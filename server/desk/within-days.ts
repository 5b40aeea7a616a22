import { type RawBuilder, sql } from 'kysely'
import { type Day, endOfDay, startOfDay } from '#shared/calendar/calendar.ts'

/** Days in the company's time zone, both inclusive. An absent one sets no limit. */
export type Days = { from?: Day | undefined; to?: Day | undefined; timeZone: string }

/** @param column column with a time in ISO 8601 UTC */
export function withinDays(column: string, { from, to, timeZone }: Days): RawBuilder<boolean> {
  const time = sql.ref(column)
  const limits = [
    ...(from ? [sql`${time} >= ${startsAt(timeZone, from)}`] : []),
    ...(to ? [sql`${time} <= ${endsAt(timeZone, to)}`] : []),
  ]
  return limits.length > 0 ? sql<boolean>`${sql.join(limits, sql` and `)}` : sql.lit(true)
}

export const startsAt = (timeZone: string, day: Day) => startOfDay(timeZone, day).toISOString()
export const endsAt = (timeZone: string, day: Day) => endOfDay(timeZone, day).toISOString()
