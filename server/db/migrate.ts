import { Migrator } from 'kysely'
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
  await refuseNewer(database)
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
  await refuseNewer(database)
  const missing = (await createMigrator(database).getMigrations()).filter(({ executedAt }) => !executedAt)
  if (missing.length > 0) {
    throw new StartError('The database is older than this version. Run: npm run admin -- db migrate')
  }
}

async function refuseNewer({ db }: Database): Promise<void> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some(({ name }) => name === 'kysely_migration')) return
  const executed = await db
    .withTables<{ kysely_migration: { name: string } }>()
    .selectFrom('kysely_migration')
    .select('name')
    .execute()
  const unknown = executed.filter(({ name }) => !Object.hasOwn(migrations, name))
  if (unknown.length === 0) return
  const names = unknown.map(({ name }) => name).join(', ')
  throw new StartError(
    `The database is newer than this version: it has ${names}. Start the version that made it.`,
  )
}

function createMigrator({ db, engine }: Database): Migrator {
  const bound = Object.entries(migrations).map(([name, { up }]) => [
    name,
    { up: (target: Parameters<typeof up>[0]) => up(target, columnsOf[engine]) },
  ])
  return new Migrator({ db, provider: { getMigrations: async () => Object.fromEntries(bound) } })
}
