import { statSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import type { SqliteDatabase, SqliteStatement } from 'kysely'
import { LRUCache } from 'lru-cache'

/** `timeout` is how many milliseconds SQLite waits for another's lock, and its thread with it. */
type Access = { readOnly: boolean; timeout: number }

const sqliteMoved = 1032

/** A connection keeps the statements used last, because compiling takes longer than running most of them. In characters. */
const kept = { maxSize: 100_000, maxEntrySize: 5000 }

/** An open file stays open when somebody deletes or replaces its path. */
export class SqliteFile {
  readonly #path: string
  readonly #access: Access
  #database: DatabaseSync | undefined
  #inode = 0

  constructor(path: string, access: Access) {
    this.#path = path
    this.#access = access
  }

  open(): SqliteDatabase {
    const database = new DatabaseSync(this.#path, this.#access)
    try {
      if (!this.#access.readOnly)
        database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on')
    } catch (error) {
      database.close()
      throw error
    }
    this.#database = database
    this.#inode = inodeOf(this.#path)
    const compiled = new LRUCache<string, SqliteStatement>({
      ...kept,
      sizeCalculation: (_, sql) => sql.length,
      memoMethod: (sql) => compile(database, sql),
    })
    return {
      close: () => database.close(),
      prepare: (sql) => compiled.memo(sql),
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

function compile(database: DatabaseSync, sql: string): SqliteStatement {
  const statement = database.prepare(sql)
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...(parameters as SQLInputValue[])),
    run: (parameters) => statement.run(...(parameters as SQLInputValue[])),
    // One that is left half-way would hold its state of the database.
    iterate: (parameters) =>
      database.prepare(sql).iterate(...(parameters as SQLInputValue[])) as IterableIterator<unknown>,
  }
}

function inodeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.ino ?? -1
}
