import { dayMs } from '#shared/calendar/calendar.ts'
import type { Clock, Data } from '../../context.ts'
import type { Db } from '../../runtime/db/database.ts'
import { throttleHourly } from '../../runtime/throttle-hourly.ts'

/** No upload or answer to its question takes longer. */
const keptFor = dayMs
/** Keeps each delete short, so that no request waits for the database. */
const batch = 1000

/**
 * Deletes uploads that began more than a day ago and never ended, with lines and file.
 * @returns whether more may be left
 */
export async function purgeUploads(db: Db, now: Date): Promise<boolean> {
  const broken = await db
    .selectFrom('statement_uploads')
    .select('id')
    .where('started_at', '<', new Date(now.getTime() - keptFor).toISOString())
    .limit(1)
    .executeTakeFirst()
  if (!broken) return false
  const lines = await db
    .deleteFrom('statement_lines')
    .where('statement_id', '=', broken.id)
    .where('n', 'in', (query) =>
      query.selectFrom('statement_lines').select('n').where('statement_id', '=', broken.id).limit(batch),
    )
    .executeTakeFirst()
  if (lines.numDeletedRows < batch) {
    await db.deleteFrom('statement_uploads').where('id', '=', broken.id).execute()
  }
  return true
}

/** Purges at most once an hour, or sooner while more is left. */
export function createHourlyUploadPurge({ database, clock }: Data & Clock): () => Promise<void> {
  return throttleHourly(clock, (now) => purgeUploads(database.db, now))
}
