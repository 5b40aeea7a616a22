import { join } from 'node:path'
import type { Config } from '../config.ts'
import { StartError } from '../start-error.ts'
import { type Database, type DatabaseConfig, openDatabase } from './database.ts'
import { isUnavailable } from './is-unavailable.ts'

/**
 * Opens the database and lets `prepare` bring or check its schema.
 * @throws StartError where it can't be reached, opened or written; whatever `prepare` throws
 */
export async function openReady(
  config: DatabaseConfig,
  prepare: (database: Database) => Promise<unknown>,
): Promise<Database> {
  let database: Database | undefined
  try {
    database = await openDatabase(config)
    await prepare(database)
    return database
  } catch (error) {
    await database?.close()
    throw isOperators(error)
      ? new StartError(`${nameDatabase(config)}: ${reasonOf(error)}`, { cause: error })
      : error
  }
}

/** Names the database without its password. */
export function nameDatabase({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>): string {
  if (!databaseUrl) return join(dataDir, 'site.db')
  const { host, pathname } = new URL(databaseUrl)
  return `PostgreSQL at ${host}${pathname}`
}

/**
 * SQLite: damaged, or no database at all (11, 26). PostgreSQL: who may connect (28), to which database (3D), and what
 * they may do there (42501).
 */
function isOperators(error: unknown): boolean {
  const { code = '', errcode } = error as { code?: string; errcode?: number }
  const isDamaged = code === 'ERR_SQLITE_ERROR' && [11, 26].includes(Number(errcode) & 0xff)
  return isUnavailable(error) || isDamaged || /^(28\w{3}|3D\w{3}|42501)$/.test(code)
}

/** A name with several addresses fails once for each of them, with a message of its own that is empty. */
function reasonOf(error: unknown): string {
  const [first] = error instanceof AggregateError ? error.errors : [error]
  return (first as Error).message
}
