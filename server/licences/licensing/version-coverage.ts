import { addMonths, type Day, dayIn, endOfDay } from '#shared/calendar/calendar.ts'
import type { Coverage } from '#shared/licensing/answers.ts'
import { isCovered } from '#shared/releases/coverage.ts'
import { newestCovered } from '#shared/releases/offered-to.ts'
import type { Release } from '#shared/releases/releases.ts'
import { compareVersions, newestFirst, releaseAnchor } from '#shared/releases/versions.ts'
import { routes } from '#shared/routes/routes.ts'
import type { LicenceRow } from '../../runtime/db/rows/licences.ts'
import type { Licensing } from './activate.ts'

/** Last millisecond of the day `months` later, or of the month's last day. @returns ISO 8601 UTC */
export function endOfUpdates(timeZone: string, from: Date | string, months: number): string {
  return endOfDay(timeZone, addMonths(dayIn(timeZone, from), months)).toISOString()
}

/**
 * An unlisted version counts as the release below it; above all releases it counts as today's.
 * @param appVersion an unlisted beta counts as its final version: "2.4.0-beta.1" as 2.4.0
 * @param releases all of them, because withdrawn or partly rolled out versions are in use too
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
  const date = isAboveAll ? today : atOrBelow?.date
  return date === undefined || isCovered({ date }, until)
}

export function viewCoverage(
  { updates_until: updatesUntil }: Pick<LicenceRow, 'updates_until'>,
  { library, config: { siteUrl } }: Pick<Licensing, 'library' | 'config'>,
): Coverage {
  const { site, releases } = library.typed
  const newest = newestCovered(releases, dayIn(site.company.timeZone, updatesUntil))
  return {
    updatesUntil,
    newestCovered: newest && {
      version: newest.version,
      date: newest.date,
      page: `${siteUrl}${routes.whatsNew}#${releaseAnchor(newest.version)}`,
    },
    renewUrl: siteUrl + routes.renew,
  }
}
