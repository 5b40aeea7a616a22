import { addDays, type Day, startOfDay } from '#shared/calendar/calendar.ts'
import type { Overview } from '#shared/desk/overview-answers.ts'
import { latestForAll } from '#shared/releases/offered-to.ts'
import type { Release } from '#shared/releases/releases.ts'
import { compareVersions, isPrerelease } from '#shared/releases/versions.ts'
import type { Db } from '../../runtime/db/database.ts'

/** Machines count as active for this many days before today. */
const activeDays = 90

/** @returns time from which a machine must have been seen to count as active */
export function activeSince(today: Day, timeZone: string): string {
  return startOfDay(timeZone, addDays(today, -activeDays)).toISOString()
}

type Releases = readonly [Release, ...Release[]]

/** Reads which versions machines run, and includes released versions that no machine runs yet. */
export async function readAdoption(
  reader: Db,
  releases: Releases,
  { today, timeZone }: { today: Day; timeZone: string },
): Promise<Overview['versions']> {
  const rows = await reader
    .selectFrom('activations')
    .select(({ fn }) => ['app_version as appVersion', fn.countAll<number>().as('machines')])
    .where('released_at', 'is', null)
    .where('seen_at', '>=', activeSince(today, timeZone))
    .groupBy('app_version')
    .orderBy('machines', 'desc')
    .orderBy('app_version')
    .execute()
  const latest = latestForAll(releases)
  const unseen = releases
    .filter(({ version }) => compareVersions(version, latest.version) > 0)
    .filter(({ version }) => rows.every(({ appVersion }) => appVersion !== version))
    .map(({ version }) => ({ appVersion: version, machines: 0 }))
  return [...rows, ...unseen].map((row) => ({ ...row, ...offerOf(row.appVersion, releases) }))
}

function offerOf(
  appVersion: string | null,
  releases: Releases,
): Pick<Overview['versions'][number], 'channel' | 'rollout' | 'isWithdrawn'> {
  const release = releases.find(({ version }) => version === appVersion)
  if (release) {
    const { channel = 'stable', rollout = 100, withdrawn = false } = release
    return { channel, rollout, isWithdrawn: withdrawn }
  }
  const channel = appVersion === null ? null : isPrerelease(appVersion) ? 'beta' : 'stable'
  return { channel, rollout: null, isWithdrawn: false }
}
