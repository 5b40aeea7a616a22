import { Migrator, sql } from 'kysely'
import { StartError } from '../start-error.ts'
import type { Database } from './database.ts'
import { migrations } from './migrations/all.ts'
import { columnsOf } from './migrations/columns.ts'

/**
 * Brings the schema to the code's. Whole or not at all, and safe with several processes starting at once.
 * @returns the names of the migrations that were run
 * @throws StartError when the database is newer than the code
 */
export async function migrate(database: Database): Promise<string[]> {
  if ((await missingMigrations(database)).length === 0) return []
  const { results = [], error } = await createMigrator(database).migrateToLatest()
  if (error) throw error
  return results.map(({ migrationName }) => migrationName)
}

/**
 * At the start: SQLite is migrated, PostgreSQL must have been by the release command, for several versions may share it.
 * @throws StartError when the schema isn't the code's
 */
export async function prepareSchema(database: Database): Promise<void> {
  if (database.engine === 'sqlite') return void (await migrate(database))
  if ((await missingMigrations(database)).length === 0) return
  throw new StartError('The database is older than this version. Run: npm run admin -- db migrate')
}

/** @throws StartError when the database has had migrations that the code doesn't know */
async function missingMigrations(database: Database): Promise<string[]> {
  const executed = await executedMigrations(database)
  const unknown = executed.filter((name) => !Object.hasOwn(migrations, name))
  if (unknown.length === 0) return Object.keys(migrations).filter((name) => !executed.includes(name))
  throw new StartError(
    `The database is newer than this version: it has ${unknown.join(', ')}. Start the version that made it.`,
  )
}

const hasMigrations = {
  sqlite: sql`select 1 from sqlite_schema where type = 'table' and name = 'kysely_migration'`,
  postgres: sql`select 1 where to_regclass('kysely_migration') is not null`,
}

/** Asked for directly: Kysely would read the whole schema, which is a good part of a start. */
async function executedMigrations({ db, engine }: Database): Promise<string[]> {
  const { rows: found } = await hasMigrations[engine].execute(db)
  if (found.length === 0) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  return rows.map(({ name }) => name)
}

function createMigrator({ db, engine }: Database): Migrator {
  const bound = Object.entries(migrations).map(([name, { up }]) => [
    name,
    { up: (target: Parameters<typeof up>[0]) => up(target, columnsOf[engine]) },
  ])
  return new Migrator({ db, provider: { getMigrations: async () => Object.fromEntries(bound) } })
}
