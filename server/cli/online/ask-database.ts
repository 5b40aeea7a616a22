import { sql } from 'kysely'
import type { Found } from '#shared/desk/overview-answers.ts'
import type { Config } from '../../config.ts'
import type { Database } from '../../runtime/db/database.ts'

type Asking = Pick<Config, 'databasePoolMax' | 'webConcurrency'>

/** Checks the site user's privileges, and room for its connections. SQLite has neither. */
export async function askDatabase({ db, engine }: Database, config: Asking): Promise<Found[]> {
  if (engine !== 'postgres') return []
  const { rows } = await sql<{ most: number; may: boolean; who: string }>`select
    current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as most,
    has_schema_privilege(current_schema(), 'create') as may, current_user as who`.execute(db)
  return rows.flatMap((row) => [...judgeRights(row), ...judgeConnections(row.most, config)])
}

function judgeRights({ may, who }: { may: boolean; who: string }): Found[] {
  if (may) return []
  const found = `${who} may make no tables, so the next migration fails`
  const todo = `As its owner: grant create on schema public to ${who}`
  return [{ grade: 'hurts', where: 'DATABASE_URL', found, todo }]
}

/**
 * Counts them twice, because old and new processes overlap during a deployment.
 * @param most connections that the server allows
 */
export function judgeConnections(most: number, { databasePoolMax, webConcurrency }: Asking): Found[] {
  const needed = (webConcurrency ?? 1) * databasePoolMax * 2 + 3
  if (needed <= most) return []
  const found = `this machine needs up to ${needed} connections, and the server allows ${most}`
  const todo = 'Lower DATABASE_POOL_MAX, or raise max_connections.'
  return [{ grade: 'hurts', where: 'DATABASE_POOL_MAX', found, todo }]
}
