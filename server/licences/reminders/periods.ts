import { addDays, dayIn, endOfDay, startOfDay } from '#shared/calendar/calendar.ts'
import { offeredTo } from '#shared/releases/standing.ts'
import type { Site } from '#shared/seller/site.ts'
import type { TypedContent } from '../../content/read-library.ts'

type ReminderKind = 'ending' | 'release'

/** Owners get this reminder if their updates end within the period. ISO 8601 UTC. */
export type DuePeriod = { kind: ReminderKind; from: string; to: string }

/** An older release is no news. */
const newsDays = 30

export function duePeriods(
  { site, releases }: Pick<TypedContent, 'site' | 'releases'>,
  now: Date,
): DuePeriod[] {
  const { beforeDays, newRelease } = site.reminders
  const ending = beforeDays === false ? [] : [endingWithin(beforeDays, site, now)]
  const missing = newRelease ? missingFirstRelease({ site, releases }, now) : null
  return missing ? [...ending, missing] : ending
}

function endingWithin(days: number, { company: { timeZone } }: Site, now: Date): DuePeriod {
  const last = addDays(dayIn(timeZone, now), days)
  return { kind: 'ending', from: now.toISOString(), to: endOfDay(timeZone, last).toISOString() }
}

/** The recent release must be the first that these licences miss. */
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
