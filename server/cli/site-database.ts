import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { requireSchema } from '../db/migrate.ts'

/**
 * Opens the database that the site works on, and says on standard error which one that is.
 * @throws Error where there is none, because only the site and `db migrate` make one; StartError where it is older
 */
export async function openSiteDatabase(config: Config): Promise<Database> {
  tellDatabase(config)
  requireDatabase(config)
  const database = await openDatabase(config)
  try {
    await requireSchema(database)
  } catch (error) {
    await database.close()
    throw error
  }
  return database
}

/** Standard output is left to what programs read. */
export function tellDatabase(config: Pick<Config, 'databaseUrl' | 'dataDir'>): void {
  console.error(`Database: ${nameOf(config)}`)
}

function requireDatabase(config: Config): void {
  if (config.databaseUrl || existsSync(nameOf(config))) return
  throw new Error(
    `There is no database at ${nameOf(config)}. Give this command the variables of the site, such as DATA_DIR or DATABASE_URL, in .env or before it.`,
  )
}

function nameOf({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>): string {
  if (!databaseUrl) return join(dataDir, 'site.db')
  const { host, pathname } = new URL(databaseUrl)
  return `PostgreSQL at ${host}${pathname}`
}
