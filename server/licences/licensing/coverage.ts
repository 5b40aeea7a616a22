import { dayIn } from '#shared/calendar/calendar.ts'
import type { Coverage } from '#shared/licensing/answers.ts'
import { newestCovered } from '#shared/licensing/coverage.ts'
import { releaseAnchor } from '#shared/releases/versions.ts'
import { routes } from '#shared/routes/routes.ts'
import type { LicenceRow } from '../../runtime/db/rows/licences.ts'
import type { Licensing } from './activate.ts'

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
