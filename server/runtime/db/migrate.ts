import { sql } from 'kysely'
import type { Log } from '../log.ts'
import { StartError } from '../start-error.ts'
import type { Database } from './database.ts'
import { migrations } from './migrations/all.ts'
import { runMigrations } from './run-migrations.ts'

/**
 * Runs all missing migrations or none, even from several processes.
 * @throws StartError if a newer version's changes don't fit, or PostgreSQL has another encoding than UTF-8,
 * or Turkish case rules
 */
export async function migrate(database: Database): Promise<string[]> {
  if ((await missingMigrations(database)).length === 0) return []
  if (database.engine === 'postgres') await requireOurLetters(database)
  return runMigrations(database)
}

/**
 * PostgreSQL takes both from the locale of its installation. SQL_ASCII can't store the search's text. In
 * Turkish, I has another lower case, so addresses and names with it would never be found.
 */
async function requireOurLetters({ db }: Database): Promise<void> {
  const { rows } = await sql<{ encoding: string; small: string }>`select
    current_setting('server_encoding') as encoding, lower('I') as small`.execute(db)
  for (const { encoding, small } of rows) {
    if (encoding !== 'UTF8') refuseLetters(`in ${encoding}, not in UTF8`)
    if (small !== 'i') refuseLetters(`in a locale where the small letter of I is ${small}`)
  }
}

function refuseLetters(fault: string): never {
  throw new StartError(
    `The database is ${fault}. Make another: createdb --encoding UTF8 --locale C.UTF-8 --template template0 …`,
  )
}

/**
 * Several versions may share PostgreSQL, so only the release command migrates it.
 * @throws StartError if the schema doesn't fit
 */
export async function prepareSchema(database: Database, log: Pick<Log, 'info'>): Promise<void> {
  if (database.engine === 'postgres') return requireSchema(database)
  const missing = await missingMigrations(database)
  if (missing.length === 0) return
  log.info({ migrations: missing }, 'migrating the database')
  const start = performance.now()
  await runMigrations(database)
  log.info({ ms: Math.round(performance.now() - start) }, 'the database is migrated')
}

/** @throws StartError if the schema doesn't fit this version or needs a migration */
export async function requireSchema(database: Database): Promise<void> {
  const missing = await missingMigrations(database)
  if (missing.length === 0) return
  const isEmpty = missing.length === Object.keys(migrations).length
  const state = isEmpty ? 'is empty' : 'is older than this version'
  throw new StartError(`The database ${state}. Run: npm run admin -- db migrate`)
}

/** First migration of every database before 1.0.0. */
const beforeFirstVersion = '0001-shop'
const tooOld =
  'The database was made before version 1.0.0, which upgrades none. Name a new DATA_DIR, or an empty database in DATABASE_URL.'

/** @throws StartError for a database before 1.0.0, or if a newer version removed what this one needs */
async function missingMigrations(database: Database): Promise<string[]> {
  const executed = await executedMigrations(database)
  if (executed.includes(beforeFirstVersion)) throw new StartError(tooOld)
  const missing = Object.keys(migrations).filter((name) => !executed.includes(name))
  const unknown = executed.filter((name) => !Object.hasOwn(migrations, name))
  if (unknown.length === 0) return missing
  const misfits = missing.length > 0 ? [`it lacks ${missing.join(', ')}`] : await findMisfits(database)
  if (misfits.length === 0) return []
  throw new StartError(
    `The database is newer than this version: it has ${unknown.join(', ')}; ${misfits.join('; ')}. Start the version that made it.`,
  )
}

async function findMisfits(database: Database): Promise<string[]> {
  return (await import('./schema-fit.ts')).findMisfits(database)
}

const hasMigrations = {
  sqlite: sql`select 1 from sqlite_schema where type = 'table' and name = 'kysely_migration'`,
  postgres: sql`select 1 where to_regclass('kysely_migration') is not null`,
}

/** Avoids Kysely's look-up of the whole schema, which slows down the start. */
async function executedMigrations({ db, engine }: Database): Promise<string[]> {
  const { rows: found } = await hasMigrations[engine].execute(db)
  if (found.length === 0) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}
