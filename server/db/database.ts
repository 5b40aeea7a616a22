import { join } from 'node:path'
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import type { Config } from '../config.ts'
import { claimDatabase } from '../private-files.ts'
import { createRoomCheck } from './disk-room.ts'
import { nodeSqliteDialect } from './node-sqlite-dialect.ts'
import { openPool } from './postgres-pool.ts'
import { openReader } from './reader.ts'
import type { Schema } from './schema.ts'

export type Db = Kysely<Schema>
export type Trx = Transaction<Schema>

export type Engine = 'sqlite' | 'postgres'

export type Database = {
  db: Db
  /** For queries that may take long, which hold up no visitor here. It can't write. */
  reader: Db
  /** For `readSnapshot` alone. It can't write. */
  snapshots: Db
  engine: Engine
  file: string | null
  /** Rejects if the database doesn't answer. */
  ping(): Promise<unknown>
  /** Rejects if the file's disk is full. Absent for PostgreSQL. */
  checkRoom?: () => Promise<void>
  close(): Promise<void>
}

export function databaseFile(dataDir: string): string {
  return join(dataDir, 'site.db')
}

export type DatabaseConfig = Pick<Config, 'databaseUrl' | 'dataDir'> &
  Partial<Pick<Config, 'databasePoolMax'>>

/** Creates SQLite's file and folder for their owner alone. PostgreSQL is connected by the first query. */
export async function openDatabase({
  databaseUrl,
  dataDir,
  databasePoolMax,
}: DatabaseConfig): Promise<Database> {
  return databaseUrl ? openPostgres(databaseUrl, databasePoolMax) : openSqlite(databaseFile(dataDir))
}

export function openSqlite(file: string): Database {
  claimDatabase(file)
  const db = new Kysely<Schema>({ dialect: nodeSqliteDialect(file) })
  // A write waits for its connection, so snapshots have another one.
  const snapshots = new Kysely<Schema>({ dialect: nodeSqliteDialect(file, { readOnly: true }) })
  const database = toDatabase(db, 'sqlite', file, { reader: openReader(file), snapshots })
  return { ...database, checkRoom: createRoomCheck(file) }
}

export function openInMemory(): Database {
  return toDatabase(new Kysely<Schema>({ dialect: nodeSqliteDialect(':memory:') }), 'sqlite', null)
}

export async function openPostgres(address: string, poolMax?: number): Promise<Database> {
  const dialect = new PostgresDialect({ pool: () => openPool(address, poolMax) })
  return toDatabase(new Kysely<Schema>({ dialect }), 'postgres', null)
}

function toDatabase(
  db: Db,
  engine: Engine,
  file: string | null,
  { reader, snapshots }: Pick<Database, 'reader' | 'snapshots'> = { reader: db, snapshots: db },
): Database {
  return {
    db,
    reader,
    snapshots,
    engine,
    file,
    ping: () => sql`select 1`.execute(db),
    async close() {
      for (const opened of new Set([reader, snapshots, db])) await opened.destroy()
    },
  }
}
