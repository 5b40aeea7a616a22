import { join } from 'node:path'
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import type { Pool } from 'pg'
import type { Config } from '../../config.ts'
import { claimDatabase } from '../private-files.ts'
import { createRoomCheck } from './disk-room.ts'
import { nodeSqliteDialect } from './node-sqlite-dialect.ts'
import { openPool } from './postgres-pool.ts'
import type { Schema } from './schema.ts'
import { openReader, openWriter } from './thread-dialect.ts'

export type Db = Kysely<Schema>
export type Trx = Transaction<Schema>

export type Engine = 'sqlite' | 'postgres'

export type Database = {
  db: Db
  /** For lists and searches, without blocking visitors. Read-only. */
  reader: Db
  /** For reports that take seconds, without blocking visitors or lists. Read-only. */
  reports: Db
  /** For writes of many rows, without blocking visitors. */
  bulk: Db
  /** Only for `readSnapshot`. Read-only. */
  snapshots: Db
  engine: Engine
  /** Rejects if the database doesn't answer. */
  ping(): Promise<unknown>
  /** Rejects if the server is read-only, such as a former primary. */
  requireWrites(): Promise<unknown>
  /** Rejects if the file's disk is full. Absent for PostgreSQL. */
  checkRoom?: () => Promise<void>
  /** Use of this process's connections. Absent for SQLite. */
  pools?: () => PoolUse[]
  close(): Promise<void>
}

/** `waiting` counts queries without a connection yet. */
export type PoolUse = { pool: 'site' | 'reports'; busy: number; waiting: number; max: number }

export function databaseFile(dataDir: string): string {
  return join(dataDir, 'site.db')
}

/** `silentMs` is passed to `openPool`, since migrations may be silent for long. */
export type DatabaseConfig = Pick<Config, 'databaseUrl' | 'dataDir'> &
  Partial<Pick<Config, 'databasePoolMax'>> & { silentMs?: number }

/**
 * Creates SQLite's file and folder with access for their owner only. PostgreSQL connects at the first query.
 */
export async function openDatabase(config: DatabaseConfig): Promise<Database> {
  return config.databaseUrl
    ? openPostgres(config.databaseUrl, config.databasePoolMax, config.silentMs)
    : openSqlite(databaseFile(config.dataDir))
}

export function openSqlite(file: string): Database {
  claimDatabase(file)
  const db = new Kysely<Schema>({ dialect: nodeSqliteDialect(file) })
  // A separate connection, because a write waits for the other one.
  const snapshots = new Kysely<Schema>({ dialect: nodeSqliteDialect(file, { readOnly: true }) })
  const parts = { db, reader: openReader(file), reports: openReader(file), bulk: openWriter(file), snapshots }
  return { ...toDatabase(parts, 'sqlite'), checkRoom: createRoomCheck(file) }
}

export function openInMemory(): Database {
  const db = new Kysely<Schema>({ dialect: nodeSqliteDialect(':memory:') })
  return toDatabase({ db, reader: db, reports: db, bulk: db, snapshots: db }, 'sqlite')
}

/** Time that a report waits for others. */
const reportsWaitMs = 30_000

/** @param poolMax connections of this process, at least two; reports get a fifth */
export async function openPostgres(address: string, poolMax = 10, silentMs?: number): Promise<Database> {
  const { default: cursor } = await import('pg-cursor')
  const opened = new Map<PoolUse['pool'], Pool>()
  const open = (name: PoolUse['pool'], options: { max: number; waitMs?: number }) => {
    const pool = async () => {
      const made = await openPool(address, { ...options, silentMs })
      opened.set(name, made)
      return made
    }
    return new Kysely<Schema>({ dialect: new PostgresDialect({ pool, cursor }) })
  }
  const ofReports = Math.ceil(poolMax / 5)
  const db = open('site', { max: poolMax - ofReports })
  const reports = open('reports', { max: ofReports, waitMs: reportsWaitMs })
  const pools = () =>
    [...opened].map(([pool, { totalCount, idleCount, waitingCount, options }]) => ({
      pool,
      busy: totalCount - idleCount,
      waiting: waitingCount,
      max: options.max,
    }))
  return { ...toDatabase({ db, reader: db, reports, bulk: db, snapshots: db }, 'postgres'), pools }
}

type Parts = Pick<Database, 'db' | 'reader' | 'reports' | 'bulk' | 'snapshots'>

function toDatabase(parts: Parts, engine: Engine): Database {
  const ping = () => sql`select 1`.execute(parts.db)
  return {
    ...parts,
    engine,
    ping,
    requireWrites: engine === 'postgres' ? () => requireWrites(parts.db) : ping,
    async close() {
      for (const opened of new Set(Object.values(parts))) await opened.destroy()
    },
  }
}

async function requireWrites(db: Database['db']): Promise<void> {
  const { rows } = await sql<{ transaction_read_only: string }>`show transaction_read_only`.execute(db)
  if (rows[0]?.transaction_read_only !== 'on') return
  const error = new Error('it only reads, as a standby does, or a server whose place another took.')
  throw Object.assign(error, { code: readOnly })
}

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const readOnly = '25006'
