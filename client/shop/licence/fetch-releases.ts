import { documentDay } from '#shared/calendar/calendar.ts'
import type { ContentFetch } from '#shared/content/content-query-builder.ts'
import { createContentQuery } from '#shared/content/content-query-builder.ts'
import { type Offerable, offeredTo, offerMembers } from '#shared/releases/offered-to.ts'
import type { DatedRelease } from './coverage.ts'

/** Fetches the releases that are offered to everybody. */
export async function fetchReleases(content: ContentFetch): Promise<DatedRelease[]> {
  const query = createContentQuery(content)('releases').only(offerMembers)
  const releases = await query.fetch<Offerable[]>()
  // A release's date is a day, which doesn't depend on the time zone.
  return offeredTo(releases, {}).map(({ version, date }) => ({ version, date: documentDay('UTC', date) }))
}
