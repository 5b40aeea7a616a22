import { documentDay } from '#shared/calendar/calendar.ts'
import type { ContentFetch } from '#shared/content/content-query-builder.ts'
import { createContentQuery } from '#shared/content/content-query-builder.ts'
import type { DatedRelease } from './coverage.ts'

export async function fetchReleases(content: ContentFetch): Promise<DatedRelease[]> {
  const query = createContentQuery(content)('releases').only(['version', 'date'])
  const releases = await query.fetch<DatedRelease[]>()
  // A release's date is a day, which no time zone changes.
  return releases.map(({ version, date }) => ({ version, date: documentDay('UTC', date) }))
}
