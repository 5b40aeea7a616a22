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
  type TransactionSettings,
} from 'kysely'

const lockTimeoutMs = 5000
/** SQLite itself waits this long and blocks the event loop; most transactions are shorter. */
const busyTimeoutMs = 10
const sqliteBusy = 5
const sqliteMoved = 1032

type Access = { readOnly: boolean }

/** Transactions take the write lock at once, or one that reads first could fail when it writes. */
export function nodeSqliteDialect(file: string, access: Access = { readOnly: false }): Dialect {
  return Object.assign(new SqliteDialect({ database: never }), {
    createDriver: (): Driver => new ImmediateDriver(file, access),
    createAdapter: () => new QueueingAdapter(),
  })
}

const never = () => Promise.reject(new Error('not opened by Kysely'))

class ImmediateDriver extends SqliteDriver {
  readonly #file: OpenFile
  #turn = Promise.resolve()
  #endTurn = () => {}

  constructor(path: string, access: Access) {
    const file = new OpenFile(path, access)
    super({ database: async () => file.open() })
    this.#file = file
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    // The deadline starts before queueing, so that waiting behind another transaction counts.
    const deadline = performance.now() + lockTimeoutMs
    const before = this.#turn
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#turn = promise
    await before
    this.#endTurn = resolve
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

  override async releaseConnection() {
    this.#endTurn()
  }

  override async beginTransaction(connection: DatabaseConnection, { accessMode }: TransactionSettings = {}) {
    const begin = accessMode === 'read only' ? 'begin' : 'begin immediate'
    await connection.executeQuery(CompiledQuery.raw(begin))
  }

  /** SQLite ends some transactions itself, such as on a full disk; a failing rollback must not hide the reason. */
  override async rollbackTransaction() {
    this.#file.rollBack()
  }
}

/** An open file stays open when somebody deletes or replaces its path. */
class OpenFile {
  readonly #path: string
  readonly #access: Access
  #database: DatabaseSync | undefined
  #inode = 0

  constructor(path: string, access: Access) {
    this.#path = path
    this.#access = access
  }

  open(): SqliteDatabase {
    const database = new DatabaseSync(this.#path, { timeout: busyTimeoutMs, ...this.#access })
    if (!this.#access.readOnly)
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

  /** Writes to a deleted file would be lost with the process. @throws as SQLite does without a write-ahead log */
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

class QueueingAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true
  }

  /** Kysely's own queue would wait before our deadline starts. */
  override get supportsMultipleConnections() {
    return true
  }
}
