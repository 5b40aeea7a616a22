import { documentDay } from '#shared/calendar/calendar.ts'
import type { ContentFetch } from '#shared/content/content-query-builder.ts'
import { createContentQuery } from '#shared/content/content-query-builder.ts'
import { type Offerable, offeredTo, offerMembers } from '#shared/releases/standing.ts'
import type { DatedRelease } from './coverage.ts'

/** Those that everybody is offered. */
export async function fetchReleases(content: ContentFetch): Promise<DatedRelease[]> {
  const query = createContentQuery(content)('releases').only(offerMembers)
  const releases = await query.fetch<Offerable[]>()
  // A release's date is a day, which no time zone changes.
  return offeredTo(releases, {}).map(({ version, date }) => ({ version, date: documentDay('UTC', date) }))
}
