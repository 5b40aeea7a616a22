import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
} from 'kysely'

/** How long a statement waits for another process's transaction before it fails with "database is locked". */
const lockTimeoutMs = 5000
/** How long of it in SQLite's own, blocking way: most transactions are over in less. */
const busyTimeoutMs = 10
const sqliteBusy = 5

/**
 * Kysely on Node's own SQLite: write-ahead log, every commit synced to disk, and transactions that take the write lock
 * at once, for one that reads first and writes later could find the database changed under it.
 */
export function nodeSqliteDialect(file: string): Dialect {
  const config = { database: async () => open(file) }
  return Object.assign(new SqliteDialect(config), {
    createDriver: (): Driver => new ImmediateDriver(config),
    createAdapter: () => new TransactionalDdlAdapter(),
  })
}

/** What Kysely expects of a SQLite driver, over `node:sqlite`. */
function open(file: string): SqliteDatabase {
  const database = new DatabaseSync(file, { timeout: busyTimeoutMs })
  database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on')
  return {
    close: () => database.close(),
    prepare(sql) {
      const statement = database.prepare(sql)
      return {
        reader: statement.columns().length > 0,
        all: (parameters) => statement.all(...(parameters as SQLInputValue[])),
        run: (parameters) => statement.run(...(parameters as SQLInputValue[])),
        iterate: (parameters) =>
          statement.iterate(...(parameters as SQLInputValue[])) as IterableIterator<unknown>,
      }
    },
  }
}

class ImmediateDriver extends SqliteDriver {
  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection()
    return {
      executeQuery: (query) => waitForLock(() => connection.executeQuery(query)),
      streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
    }
  }

  override async beginTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }
}

/** SQLite itself would wait with the whole process standing still. */
async function waitForLock<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (const deadline = performance.now() + lockTimeoutMs; ; ) {
    try {
      return await attempt()
    } catch (error) {
      const isBusy = (error as { errcode?: number }).errcode === sqliteBusy
      if (!isBusy || performance.now() > deadline) throw error
      await sleep(5 + Math.random() * 20)
    }
  }
}

/** SQLite rolls back changes of the schema too, so a migration is whole or not there, also with two processes starting. */
class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true
  }
}
