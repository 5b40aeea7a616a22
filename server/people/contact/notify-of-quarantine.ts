import { addDays, type Day, dayIn } from '#shared/calendar/calendar.ts'
import { notificationsOf } from '#shared/seller/site.ts'
import type { AppContext, Clock, Data, Post } from '../../context.ts'
import { dedupeKeyFor, enqueueFor } from '../../messages/mail/notify-owner.ts'
import type { Db } from '../../runtime/db/database.ts'
import { momentOf } from '../../runtime/moment.ts'
import { lookIntoQuarantine } from './quarantine.ts'

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

/** Both days are included. */
function daysFrom(first: Day, last: Day): Day[] {
  const days = [first]
  for (let day = first; day < last; days.push(day)) day = addDays(day, 1)
  return days
}
