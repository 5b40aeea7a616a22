import { type Day, dayIn, daysBetween } from '#shared/calendar/calendar.ts'
import type { LicenceInfo } from '#shared/licensing/licence-info.ts'
import { isCovered } from '#shared/releases/coverage.ts'
import { newestCovered } from '#shared/releases/offered-to.ts'
import type { Release } from '#shared/releases/releases.ts'
import { newestFirst } from '#shared/releases/versions.ts'

export type DatedRelease = Pick<Release, 'version' | 'date'>

export type CoverageState = {
  today: Day
  until: Day
  isOver: boolean
  newest: DatedRelease | null
  /** The newest release, if it came after the updates ended. */
  missed: DatedRelease | null
}

export function coverageOf(
  { updatesUntil }: Pick<LicenceInfo, 'updatesUntil'>,
  releases: readonly DatedRelease[],
  timeZone: string,
  today: Day = dayIn(timeZone, new Date()),
): CoverageState {
  const until = dayIn(timeZone, updatesUntil)
  const [latest] = newestFirst(releases)
  return {
    today,
    until,
    isOver: until < today,
    newest: newestCovered(releases, until),
    missed: latest && !isCovered(latest, until) ? latest : null,
  }
}

/** Days before the end from which a licence shows the remaining days and the price of a renewal. */
const nearDays = 60

export function isNearEnd({ today, until }: CoverageState): boolean {
  return daysBetween(today, until) <= nearDays
}
