import { existsSync } from 'node:fs'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import { requireSchema } from '../db/migrate.ts'
import { nameDatabase, openReady } from '../db/open-ready.ts'

/** Only the site and `db migrate` create a database. @throws Error without one; StartError if it is old or unreachable */
export async function openSiteDatabase(config: Config): Promise<Database> {
  printDatabase(config)
  requireDatabase(config)
  return openReady(config, requireSchema)
}

/** Uses standard error, because programs read standard output. */
export function printDatabase(config: Pick<Config, 'databaseUrl' | 'dataDir'>): void {
  console.error(`Database: ${nameDatabase(config)}`)
}

function requireDatabase(config: Config): void {
  if (config.databaseUrl || existsSync(nameDatabase(config))) return
  throw new Error(
    `There is no database at ${nameDatabase(config)}. Give this command the variables of the site, such as DATA_DIR or DATABASE_URL, in .env or before it.`,
  )
}
