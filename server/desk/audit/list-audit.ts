import type { AuditList } from '#shared/desk/answers.ts'
import type { Db } from '../../db/database.ts'
import { before, type Cursor, toPage } from '../../db/keyset.ts'

/** Newest first. */
export async function listAudit(
  db: Db,
  { after, limit }: { after: Cursor | null; limit: number },
): Promise<AuditList> {
  let query = db.selectFrom('audit_entries').selectAll()
  if (after) query = query.where((eb) => before(eb, after, 'at'))
  const found = await query
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  const { rows, next } = toPage(found, limit, ({ at, id }) => ({ at, id }))
  return {
    entries: rows.map(({ id: _, ...entry }) => ({
      ...entry,
      before: JSON.parse(entry.before),
      after: JSON.parse(entry.after),
    })),
    next,
  }
}
