import { addMonths, type Day, dayIn, endOfDay } from '#shared/calendar/calendar.ts'
import type { Release } from '#shared/releases/releases.ts'
import { compareVersions, newestFirst } from '#shared/releases/versions.ts'

/** The last millisecond of the same day `months` later; a short month clips it. @returns ISO 8601 UTC */
export function endOfUpdates(timeZone: string, from: Date | string, months: number): string {
  return endOfDay(timeZone, addMonths(dayIn(timeZone, from), months)).toISOString()
}

/**
 * Updates cover releases up to and including their last day, forever. An unlisted version counts as the release below it;
 * above all releases it counts as today's.
 * @param appVersion a beta that isn't listed counts as its final version: "2.4.0-beta.1" as 2.4.0
 * @param releases all of them, because a withdrawn or barely rolled out version runs somewhere
 */
export function coversVersion(
  { until, today }: { until: Day; today: Day },
  appVersion: string,
  releases: readonly Pick<Release, 'version' | 'date'>[],
): boolean {
  const listed = newestFirst(releases)
  const isListed = listed.some(({ version }) => version === appVersion)
  const [version = ''] = isListed ? [appVersion] : appVersion.split(/[-+]/)
  const atOrBelow = listed.find((release) => compareVersions(release.version, version) <= 0)
  const isAboveAll = atOrBelow === listed[0] && atOrBelow?.version !== version
  const releasedOn = isAboveAll ? today : atOrBelow?.date
  return releasedOn === undefined || releasedOn <= until
}
