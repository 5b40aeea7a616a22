import { addMonths, type Day, dayIn, endOfDay } from '#shared/calendar.ts'
import type { Release } from '#shared/releases.ts'
import { compareVersions, newestFirst } from '#shared/versions.ts'

/**
 * When updates end that begin at a time: with the same day so many months later, a month's end clipped. A renewal counts
 * from the end of the updates before it, which lies on that day.
 * @returns ISO 8601 UTC, the last millisecond of the day
 */
export function endOfUpdates(timeZone: string, from: Date | string, months: number): string {
  return endOfDay(timeZone, addMonths(dayIn(timeZone, from), months)).toISOString()
}

/**
 * Whether updates that run until a day cover a version. They cover every release dated up to and including that day, for
 * good. A version that isn't listed counts in the customer's favour: between two releases as old as the earlier one, below
 * all of them as old as can be, above all of them as young as today.
 * @param appVersion "2.3.0", or "2.4.0-beta.1", which counts as 2.4.0
 */
export function coversVersion(
  { until, today }: { until: Day; today: Day },
  appVersion: string,
  releases: readonly Pick<Release, 'version' | 'date'>[],
): boolean {
  const [version = ''] = appVersion.split(/[-+]/)
  const listed = newestFirst(releases)
  const atOrBelow = listed.find((release) => compareVersions(release.version, version) <= 0)
  const isAboveAll = atOrBelow === listed[0] && atOrBelow?.version !== version
  const releasedOn = isAboveAll ? today : atOrBelow?.date
  return releasedOn === undefined || releasedOn <= until
}
