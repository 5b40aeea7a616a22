import { statSync } from 'node:fs'
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
const sqliteMoved = 1032

/**
 * Kysely on Node's own SQLite: write-ahead log, every commit synced to disk, and transactions that take the write lock
 * at once, for one that reads first and writes later could find the database changed under it.
 */
export function nodeSqliteDialect(file: string): Dialect {
  return Object.assign(new SqliteDialect({ database: never }), {
    createDriver: (): Driver => new ImmediateDriver(file),
    createAdapter: () => new TransactionalDdlAdapter(),
  })
}

/** The driver below brings its own. */
const never = () => Promise.reject(new Error('not opened by Kysely'))

class ImmediateDriver extends SqliteDriver {
  readonly #file: OpenFile

  constructor(path: string) {
    const file = new OpenFile(path)
    super({ database: async () => file.open() })
    this.#file = file
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    // From here on: whoever queued behind one that waits has waited too.
    const deadline = performance.now() + lockTimeoutMs
    const connection = await super.acquireConnection()
    return {
      executeQuery: (query) =>
        waitForLock(deadline, () => {
          this.#file.requireInPlace()
          return connection.executeQuery(query)
        }),
      streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
    }
  }

  override async beginTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  /** SQLite ends some transactions by itself, such as one that found the disk full: what failed is told, not that. */
  override async rollbackTransaction() {
    this.#file.rollBack()
  }
}

/** A database file that is held open, which it stays where somebody deletes or replaces it. */
class OpenFile {
  readonly #path: string
  #database: DatabaseSync | undefined
  #inode = 0

  constructor(path: string) {
    this.#path = path
  }

  /** What Kysely expects of a SQLite database, over `node:sqlite`. */
  open(): SqliteDatabase {
    const database = new DatabaseSync(this.#path, { timeout: busyTimeoutMs })
    database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on')
    this.#database = database
    this.#inode = inodeOf(this.#path)
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

  /** What is written to a file without a name is lost with the process. @throws as SQLite does without a write-ahead log */
  requireInPlace(): void {
    if (inodeOf(this.#path) === this.#inode) return
    const error = new Error(`The database ${this.#path} was deleted, moved or replaced.`)
    throw Object.assign(error, { code: 'ERR_SQLITE_ERROR', errcode: sqliteMoved })
  }

  rollBack(): void {
    if (this.#database?.isTransaction) this.#database.exec('rollback')
  }
}

function inodeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.ino ?? -1
}

/** SQLite itself would wait with the whole process standing still. */
async function waitForLock<Result>(deadline: number, attempt: () => Promise<Result>): Promise<Result> {
  for (;;) {
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
