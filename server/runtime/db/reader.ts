import {
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type { Statement } from '../thread/open-queries.ts'
import { createThread } from '../thread/thread.ts'
import type { Schema } from './schema.ts'

/** Reads SQLite on a thread of its own, so long queries hold up nobody else. Sees committed data and can't write. */
export function openReader(file: string): Kysely<Schema> {
  const dialect: Dialect = {
    createAdapter: () => new ThreadAdapter(),
    createDriver: () => new ThreadDriver(file),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
  return new Kysely<Schema>({ dialect })
}

class ThreadAdapter extends SqliteAdapter {
  /** The thread runs its jobs one by one, so a query goes between the pages of another. */
  override get supportsMultipleConnections() {
    return true
  }
}

class ThreadDriver implements Driver {
  readonly #thread = createThread()
  readonly #connection: DatabaseConnection
  #last = 0

  constructor(file: string) {
    this.#connection = {
      executeQuery: async ({ sql, parameters }) => ({
        rows: (await this.#thread.run('query', { file, sql, parameters })) as never[],
      }),
      streamQuery: ({ sql, parameters }, most) => this.#stream({ file, sql, parameters }, most),
    }
  }

  async *#stream(statement: Statement, most: number): AsyncGenerator<QueryResult<never>> {
    this.#last += 1
    const id = this.#last
    await this.#thread.run('openQuery', { id, ...statement })
    try {
      for (let isLast = false; !isLast; ) {
        const rows = (await this.#thread.run('readRows', { id, most })) as never[]
        isLast = rows.length < most
        yield { rows }
      }
    } finally {
      await this.#thread.run('closeQuery', { id })
    }
  }

  async init() {}

  async acquireConnection() {
    return this.#connection
  }

  async beginTransaction() {
    throw new Error('A reader has no transactions.')
  }

  async commitTransaction() {}

  async rollbackTransaction() {}

  async releaseConnection() {}

  destroy() {
    return this.#thread.end()
  }
}
