import type { Db } from '../../runtime/db/database.ts'

/** Of a CSV, which names no account: that of the last one. */
export async function defaultAccount(db: Db): Promise<string> {
  const last = await db
    .selectFrom('statements')
    .select('account')
    .where('columns', 'is not', null)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.account ?? ''
}
