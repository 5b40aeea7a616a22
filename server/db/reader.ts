import {
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { createThread } from '../thread/thread.ts'
import type { Schema } from './schema.ts'

/** Reads SQLite on another thread, so long queries hold up no visitor. Sees committed data and can't write. */
export function openReader(file: string): Kysely<Schema> {
  const dialect: Dialect = {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new ThreadDriver(file),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
  return new Kysely<Schema>({ dialect })
}

class ThreadDriver implements Driver {
  readonly #thread = createThread()
  readonly #connection: DatabaseConnection

  constructor(file: string) {
    this.#connection = {
      executeQuery: async ({ sql, parameters }) => ({
        rows: (await this.#thread.run('query', { file, sql, parameters })) as never[],
      }),
      streamQuery: () => {
        throw new Error('Read page by page: rows are copied between threads.')
      },
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
