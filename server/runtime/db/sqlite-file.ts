import { statSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import type { SqliteDatabase, SqliteStatement } from 'kysely'
import { LRUCache } from 'lru-cache'

/** `timeout` is how many milliseconds SQLite, and thus its thread, waits for another's lock. */
type Access = { readOnly: boolean; timeout: number }

const sqliteMoved = 1032

/** Characters of recent statements to keep, because compiling most takes longer than running them. */
const kept = { maxSize: 100_000, maxEntrySize: 5000 }

/** An open file stays open if its path is deleted or replaced. */
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

  /**
   * Refuses writes to a deleted file, which would be lost with the process.
   * @throws as SQLite does without a write-ahead log
   */
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
    // A query left unfinished would keep its snapshot open.
    iterate: (parameters) =>
      database.prepare(sql).iterate(...(parameters as SQLInputValue[])) as IterableIterator<unknown>,
  }
}

function inodeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.ino ?? -1
}
