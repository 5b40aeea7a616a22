import type { Db } from '../../runtime/db/database.ts'

/** Deletes lines of an upload that began before this time and never ended. @returns whether there may be more to delete */
export async function purgeUploads(db: Db, before: string, batch: number): Promise<boolean> {
  const broken = await db
    .selectFrom('statement_uploads')
    .select('id')
    .where('started_at', '<', before)
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
