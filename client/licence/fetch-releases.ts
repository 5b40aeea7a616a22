import { documentDay } from '#shared/calendar.ts'
import type { ContentFetch } from '#shared/content-query-builder.ts'
import { createContentQuery } from '#shared/content-query-builder.ts'
import type { DatedRelease } from './coverage.ts'

/** The versions there are and the day of each: what a licence's card says its coverage by. */
export async function fetchReleases(content: ContentFetch): Promise<DatedRelease[]> {
  const query = createContentQuery(content)('releases').only(['version', 'date'])
  const releases = await query.fetch<DatedRelease[]>()
  // A release's date names its day, which no time zone changes.
  return releases.map(({ version, date }) => ({ version, date: documentDay('UTC', date) }))
}
