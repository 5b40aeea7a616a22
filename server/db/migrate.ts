import { sql } from 'kysely'
import { StartError } from '../start-error.ts'
import type { Database } from './database.ts'
import { migrations } from './migrations/all.ts'
import { runMigrations } from './run-migrations.ts'

/**
 * Brings the schema to the code's. Whole or not at all, and safe with several processes starting at once. A newer schema
 * on which this version can work stays as it is.
 * @returns the names of the migrations that were run
 * @throws StartError when the database is newer, and not only by additions
 */
export async function migrate(database: Database): Promise<string[]> {
  return (await missingMigrations(database)).length === 0 ? [] : runMigrations(database)
}

/**
 * At the start: SQLite is migrated, PostgreSQL must have been by the release command, for several versions may share it.
 * @throws StartError when this version can't work on the schema
 */
export async function prepareSchema(database: Database): Promise<void> {
  if (database.engine === 'sqlite') await migrate(database)
  else await requireSchema(database)
}

/** @throws StartError when this version can't work on the schema, or would have to migrate it first */
export async function requireSchema(database: Database): Promise<void> {
  if ((await missingMigrations(database)).length === 0) return
  throw new StartError('The database is older than this version. Run: npm run admin -- db migrate')
}

/** @throws StartError when the database has had migrations that took from this version what it needs */
async function missingMigrations(database: Database): Promise<string[]> {
  const executed = await executedMigrations(database)
  const missing = Object.keys(migrations).filter((name) => !executed.includes(name))
  const unknown = executed.filter((name) => !Object.hasOwn(migrations, name))
  if (unknown.length === 0) return missing
  const misfits = missing.length > 0 ? [`it lacks ${missing.join(', ')}`] : await findMisfits(database)
  if (misfits.length === 0) return []
  throw new StartError(
    `The database is newer than this version: it has ${unknown.join(', ')}; ${misfits.join('; ')}. Start the version that made it.`,
  )
}

/** Loaded only after a newer version has been there. */
async function findMisfits(database: Database): Promise<string[]> {
  return (await import('./schema-fit.ts')).findMisfits(database)
}

const hasMigrations = {
  sqlite: sql`select 1 from sqlite_schema where type = 'table' and name = 'kysely_migration'`,
  postgres: sql`select 1 where to_regclass('kysely_migration') is not null`,
}

/** Asked for directly: Kysely would read the whole schema, which is a good part of a start. */
async function executedMigrations({ db, engine }: Database): Promise<string[]> {
  const { rows: found } = await hasMigrations[engine].execute(db)
  if (found.length === 0) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}
