import { addDays, type Day, dayIn, dayMs } from '#shared/calendar/calendar.ts'
import { notificationsOf } from '#shared/seller/site.ts'
import type { AppContext, Clock, Data, Post } from '../../context.ts'
import { dedupeKeyFor, enqueueFor } from '../../messages/mail/notify-owner.ts'
import type { Db, Trx } from '../../runtime/db/database.ts'
import { momentOf } from '../../runtime/moment.ts'

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

/** Older messages stay stored, but no mail counts them. */
const waitsForMs = 30 * dayMs

type Quarantine = {
  /** Number of messages of the last 30 days. */
  waiting: number
  /** ISO 8601 UTC. */
  newest: string
}

/** @returns null if no message waits */
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

type Parts = Data &
  Clock &
  Post & {
    library: Pick<AppContext['library'], 'typed'>
  }

/** Mails the owner about new messages, at most once a day in the company's time zone. */
export async function notifyOfQuarantine(parts: Parts): Promise<void> {
  const { db } = parts.database
  const moment = momentOf(parts)
  const { site } = parts.library.typed
  const { timeZone } = site.company
  const found = await lookIntoQuarantine(db, moment.now)
  if (!found) return
  const today = dayIn(timeZone, moment.now)
  const days = daysFrom(dayIn(timeZone, found.newest), today)
  const mail = { kind: 'quarantine', dedupeKey: reasonOf(today), params: { waiting: found.waiting } } as const
  for (const { email } of notificationsOf(site, 'message')) {
    const notified = await lastNotified(db, email, days)
    if (notified === null || notified < found.newest) await enqueueFor(db, email, mail, moment)
  }
  parts.outbox.nudge()
}

const reasonOf = (day: Day) => `quarantine:${day}`

/** @returns the time of the last such mail */
async function lastNotified(db: Db, email: string, days: Day[]): Promise<string | null> {
  const keys = days.map((day) => dedupeKeyFor(email, reasonOf(day)))
  const { last } = await db
    .selectFrom('mails')
    .select(({ fn }) => fn.max<string | null>('created_at').as('last'))
    .where('dedupe_key', 'in', keys)
    .executeTakeFirstOrThrow()
  return last
}

/** Both days are inclusive. */
function daysFrom(first: Day, last: Day): Day[] {
  const days = [first]
  for (let day = first; day < last; days.push(day)) day = addDays(day, 1)
  return days
}
