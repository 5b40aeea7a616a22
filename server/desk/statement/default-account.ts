import type { Db } from '../../runtime/db/database.ts'

/** A CSV doesn’t name its account, so the last upload’s is used. */
export async function defaultAccount(db: Db): Promise<string> {
  const last = await db
    .selectFrom('statements')
    .select('account')
    .where('decisions', 'is not', null)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.account ?? ''
}
