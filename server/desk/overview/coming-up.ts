import { addDays, dayIn } from '#shared/calendar/calendar.ts'
import { renewalDays } from '#shared/desk/list-tasks.ts'
import type { Overview } from '#shared/desk/overview-answers.ts'
import { isHashed } from '#shared/releases/release-files.ts'
import type { Release } from '#shared/releases/releases.ts'
import type { Db } from '../../runtime/db/database.ts'
import { endsAt } from '../within-days.ts'

/** Licences whose updates end soon. The site reminds their owners by itself. */
export async function readRenewals(
  reader: Db,
  { now, timeZone }: { now: Date; timeZone: string },
): Promise<NonNullable<Overview['renewals']>> {
  const last = addDays(dayIn(timeZone, now), renewalDays)
  const { licences, first } = await reader
    .selectFrom('licences')
    .select(({ fn }) => [
      fn.countAll<number>().as('licences'),
      fn.min<string | null>('updates_until').as('first'),
    ])
    .where('status', '=', 'active')
    .where('updates_until', '>=', now.toISOString())
    .where('updates_until', '<=', endsAt(timeZone, last))
    .executeTakeFirstOrThrow()
  return { licences, first }
}

/**
 * Returns the newest release if files are missing or incomplete, otherwise null.
 * @param releases newest first
 */
export function findIncomplete([newest]: readonly Release[]): Overview['incompleteRelease'] {
  if (!newest || newest.withdrawn) return null
  const missing = newest.files.filter((file) => !isHashed(file)).length
  if (newest.files.length > 0 && missing === 0) return null
  return { version: newest.version, date: newest.date, files: newest.files.length, missing }
}
