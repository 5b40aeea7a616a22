import type { Release } from '#shared/releases.ts'
import { compareVersions, newestFirst } from '#shared/versions.ts'

/**
 * Whether a licence covers a version: every one that was released by `updatesUntil`, for good. The date of a version that
 * isn't listed is taken for the customer: between two releases it is the earlier one's, below all of them it was always
 * there, above all of them it is as young as today.
 * @param appVersion "2.3.0", or "2.4.0-beta.1", which counts as 2.4.0
 * @param updatesUntil ISO 8601, UTC; a release counts by its day
 */
export function coversVersion(
  updatesUntil: string,
  appVersion: string,
  releases: readonly Pick<Release, 'version' | 'date'>[],
  now: Date,
): boolean {
  const [version = ''] = appVersion.split(/[-+]/)
  const listed = newestFirst(releases)
  const atOrBelow = listed.find((release) => compareVersions(release.version, version) <= 0)
  const isAboveAll = atOrBelow === listed[0] && atOrBelow?.version !== version
  const releasedOn = isAboveAll ? now.toISOString() : atOrBelow?.date
  return releasedOn === undefined || day(releasedOn) <= day(updatesUntil)
}

function day(time: string): string {
  return time.slice(0, 10)
}
