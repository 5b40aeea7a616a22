import { setImmediate as turn } from 'node:timers/promises'
import { addDays, dayIn, endOfDay, startOfDay } from '#shared/calendar/calendar.ts'
import { offeredTo } from '#shared/releases/offered-to.ts'
import type { Site } from '#shared/seller/site.ts'
import type { TypedContent } from '../../content/read-library.ts'
import type { Clock, Data, Post, Seller } from '../../context.ts'
import { enqueueMail } from '../../messages/mail/outbox.ts'
import type { Db } from '../../runtime/db/database.ts'
import { readBatches } from '../../runtime/db/read-batches.ts'
import type { LicenceRow } from '../../runtime/db/rows/licences.ts'
import { momentOf } from '../../runtime/moment.ts'
import { throttleHourly } from '../../runtime/throttle-hourly.ts'
import { findOptedOut } from './opt-out.ts'
import type { ReminderParams } from './params.ts'

/** Small batches, so that lists don't wait long for the reader. */
const batch = 50

type Parts = Data & Clock & Seller & Post

/** Reminds at most once an hour, however often it's called. */
export function createHourlyReminder(parts: Parts): () => Promise<void> {
  return throttleHourly(parts.clock, async () => {
    await remind(parts)
    return false
  })
}

/**
 * Mails owners whose updates end soon or who miss their first release, once per licence and end. Several
 * processes may run it at once.
 * @returns number of new mails
 */
export async function remind(parts: Parts): Promise<number> {
  const renewable = parts.library.typed.pricing.products.filter(({ renewal }) => renewal)
  const skus = renewable.map(({ sku }) => sku)
  if (skus.length === 0) return 0
  let count = 0
  for (const period of duePeriods(parts.library.typed, parts.clock())) {
    count += await remindPeriod(parts, period, skus)
  }
  if (count > 0) parts.outbox.nudge()
  return count
}

async function remindPeriod(parts: Parts, period: DuePeriod, skus: string[]): Promise<number> {
  const { db, reader } = parts.database
  const { timeZone } = parts.library.typed.site.company
  const start = { updates_until: period.from, id: '' }
  let count = 0
  for await (const licences of readBatches(start, (after) => findDue(reader, period, { skus, after }))) {
    const isOptedOut = await findOptedOut(
      reader,
      licences.map(({ email }) => email),
    )
    const due = licences
      .filter(({ email }) => !isOptedOut(email))
      .map((licence) => ({
        ...licence,
        dedupeKey: `licence:${licence.id}:${period.kind}:${dayIn(timeZone, licence.updates_until)}`,
      }))
    const known = await findKnown(
      reader,
      due.map(({ dedupeKey }) => dedupeKey),
    )
    for (const { id, email, updates_until, dedupeKey } of due) {
      if (known.has(dedupeKey)) continue
      const params: ReminderParams = { licenceId: id, kind: period.kind, updatesUntil: updates_until }
      const mail = { kind: 'licence_reminder', dedupeKey, recipient: email, params } as const
      if (await enqueueMail(db, mail, momentOf(parts))) count += 1
      // SQLite writes without yielding to the event loop.
      await turn()
    }
  }
  return count
}

type Due = Pick<LicenceRow, 'id' | 'email' | 'updates_until'>

/** Sorted by end of updates. Includes licences already reminded, but not those imported with this end. */
async function findDue(
  db: Db,
  { to }: DuePeriod,
  { skus, after }: { skus: string[]; after: Pick<Due, 'id' | 'updates_until'> },
): Promise<Due[]> {
  return db
    .selectFrom('licences')
    .select(['id', 'email', 'updates_until'])
    .where('status', '=', 'active')
    .where('sku', 'in', skus)
    .where('updates_until', '<=', to)
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('updates_until', 'id'), '>', tuple(after.updates_until, after.id)),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('imported_licences')
            .select('licence_id')
            .whereRef('licence_id', '=', 'licences.id')
            .whereRef('quiet_until', '>=', 'licences.updates_until'),
        ),
      ),
    )
    .orderBy('updates_until')
    .orderBy('id')
    .limit(batch)
    .execute()
}

async function findKnown(db: Db, dedupeKeys: string[]): Promise<Set<string>> {
  if (dedupeKeys.length === 0) return new Set()
  const rows = await db
    .selectFrom('mails')
    .select('dedupe_key')
    .where('dedupe_key', 'in', dedupeKeys)
    .execute()
  return new Set(rows.map(({ dedupe_key }) => dedupe_key))
}

/** Updates that end within the period cause this reminder. ISO 8601 UTC. */
type DuePeriod = { kind: 'ending' | 'release'; from: string; to: string }

/** Older releases aren't news. */
const newsDays = 30

function duePeriods({ site, releases }: Pick<TypedContent, 'site' | 'releases'>, now: Date): DuePeriod[] {
  const { beforeDays, newRelease } = site.reminders
  const ending = beforeDays === false ? [] : [endingWithin(beforeDays, site, now)]
  const missing = newRelease ? missingFirstRelease({ site, releases }, now) : null
  return missing ? [...ending, missing] : ending
}

function endingWithin(days: number, { company: { timeZone } }: Site, now: Date): DuePeriod {
  const last = addDays(dayIn(timeZone, now), days)
  return { kind: 'ending', from: now.toISOString(), to: endOfDay(timeZone, last).toISOString() }
}

/** The recent release must be the first that these licences don't cover. */
function missingFirstRelease(
  { site, releases }: Pick<TypedContent, 'site' | 'releases'>,
  now: Date,
): DuePeriod | null {
  const { timeZone } = site.company
  const today = dayIn(timeZone, now)
  const since = addDays(today, -newsDays)
  const days = offeredTo(releases, { until: today })
    .map(({ date }) => date)
    .toSorted()
  const newest = days.at(-1)
  if (!newest || newest < since) return null
  const earlier = days.findLast((day) => day < since)
  return {
    kind: 'release',
    from: earlier ? startOfDay(timeZone, earlier).toISOString() : '',
    to: new Date(startOfDay(timeZone, newest).getTime() - 1).toISOString(),
  }
}
