import { dayMs } from '#shared/calendar/calendar.ts'
import type { Clock, Data } from '../../context.ts'
import type { Db } from '../../runtime/db/database.ts'
import { throttleHourly } from '../../runtime/throttle-hourly.ts'

/** No upload of a bank statement takes so long, and nobody thinks about its question longer. */
const keptFor = dayMs
/** Keeps each delete short, so that nobody waits for the database. */
const batch = 1000

/** Deletes an upload that began a day ago and never ended, with its lines or its file. @returns whether there may be more to delete */
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
