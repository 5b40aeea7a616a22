import { sql } from 'kysely'
import type { Config } from '../../config.ts'
import { StartError } from '../start-error.ts'
import { type Database, type DatabaseConfig, databaseFile, openDatabase } from './database.ts'
import { isUnavailable, reasonOf } from './is-unavailable.ts'
import { hostOf } from './postgres-address.ts'

/** @throws StartError if the database can't be reached, opened or written; and whatever `prepare` throws */
export async function openReady(
  config: DatabaseConfig,
  prepare: (database: Database) => Promise<unknown>,
): Promise<Database> {
  let database: Database | undefined
  try {
    database = await openDatabase(config)
    if (database.engine === 'postgres') await requireSettings(database)
    await prepare(database)
    return database
  } catch (error) {
    await database?.close()
    const hint = hintFor(error)
    throw isOperators(error) || hint
      ? new StartError(`${nameDatabase(config)}: ${reasonOf(error)}${hint}`, { cause: error })
      : error
  }
}

export function nameDatabase({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>): string {
  if (!databaseUrl) return databaseFile(dataDir)
  return `PostgreSQL at ${hostOf(databaseUrl)}${new URL(databaseUrl).pathname}`
}

/**
 * Without these settings a statement may never end. A pooler that drops them also breaks NOTIFY for the
 * phone's remote.
 */
async function requireSettings({ db }: Database): Promise<void> {
  const { rows } = await sql<{ ms: string }>`select setting as ms from pg_settings
    where name = 'statement_timeout'`.execute(db)
  if (rows[0]?.ms === '0') throw new Error(leftOut)
}

const leftOut = 'the site’s own settings don’t reach it'
const pooler = '. A pooler such as PgBouncer stands in between: name PostgreSQL itself in DATABASE_URL.'

/** Node's own advice about certificates doesn't mention `sslmode` or its file. */
function hintFor(error: unknown): string {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  if (message === leftOut || message.startsWith('unsupported startup parameter')) return pooler
  if (message === 'The server does not support SSL connections')
    return '. It offers no TLS: set sslmode=disable in DATABASE_URL, or have it offer TLS.'
  return /^(CERT_|ERR_TLS_CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/.test(code)
    ? '. Set PGSSLROOTCERT to the file of your provider’s certificate authority.'
    : ''
}

/**
 * SQLite: damaged, or not a database (11, 26). PostgreSQL: login (28), unknown database (3D), privileges
 * (42501).
 */
function isOperators(error: unknown): boolean {
  const { code = '', errcode } = error as { code?: string; errcode?: number }
  const isDamaged = code === 'ERR_SQLITE_ERROR' && [11, 26].includes(Number(errcode) & 0xff)
  return isUnavailable(error) || isDamaged || /^(28\w{3}|3D\w{3}|42501)$/.test(code)
}
