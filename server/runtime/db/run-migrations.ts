import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import type { Database } from './database.ts'
import { migrations } from './migrations/all.ts'
import { columnsOf } from './migrations/columns.ts'

/** @param last defaults to the newest @returns names of the migrations that ran */
export async function runMigrations({ db, engine }: Database, last?: string): Promise<string[]> {
  const bound = Object.entries(migrations).map(([name, { up }]) => [
    name,
    {
      async up(target: Parameters<typeof up>[0]) {
        // Rewriting a large shop's rows takes longer than a visitor's query may.
        if (engine === 'postgres') await sql`set local statement_timeout = 0`.execute(target)
        await up(target, columnsOf[engine])
      },
    },
  ])
  const migrator = new Migrator({ db, provider: { getMigrations: async () => Object.fromEntries(bound) } })
  const { results = [], error } = await (last ? migrator.migrateTo(last) : migrator.migrateToLatest())
  if (error) throw error
  return results.map(({ migrationName }) => migrationName)
}
