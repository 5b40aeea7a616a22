import { join } from 'node:path'
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import type { Config } from '../config.ts'
import { claimDatabase } from '../private-files.ts'
import { nodeSqliteDialect } from './node-sqlite-dialect.ts'
import type { Schema } from './schema.ts'

/** Every query takes one: the database, or the transaction that it is part of. */
export type Db = Kysely<Schema>
export type Trx = Transaction<Schema>

export type Engine = 'sqlite' | 'postgres'

export type Database = {
  db: Db
  engine: Engine
  /** The file of SQLite; null on PostgreSQL. */
  file: string | null
  /** Rejects when the database doesn't answer. */
  ping(): Promise<unknown>
  close(): Promise<void>
}

/**
 * Opens without connecting yet to PostgreSQL; SQLite's file and its folder, its owner's alone, are made when they aren't
 * there.
 */
export async function openDatabase(config: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<Database> {
  return config.databaseUrl ? openPostgres(config.databaseUrl) : openSqlite(join(config.dataDir, 'site.db'))
}

export function openSqlite(file: string): Database {
  claimDatabase(file)
  return toDatabase(new Kysely<Schema>({ dialect: nodeSqliteDialect(file) }), 'sqlite', file)
}

export async function openPostgres(url: string, poolSize = 10): Promise<Database> {
  const { default: pg } = await import('pg')
  // Counts come as 64-bit numbers, which the driver hands over as text.
  pg.types.setTypeParser(pg.types.builtins.INT8, Number)
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: 5000,
    // A transaction of a process that is gone must not hold its locks for good.
    idle_in_transaction_session_timeout: 30_000,
    statement_timeout: 30_000,
  })
  // A connection that breaks while idle is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {})
  // The same of one that breaks in a transaction, between two statements: the next statement says so.
  pool.on('connect', (client) => client.on('error', () => {}))
  return toDatabase(new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) }), 'postgres', null)
}

function toDatabase(db: Db, engine: Engine, file: string | null): Database {
  return {
    db,
    engine,
    file,
    ping: () => sql`select 1`.execute(db),
    close: () => db.destroy(),
  }
}
