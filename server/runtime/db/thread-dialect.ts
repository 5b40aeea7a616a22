import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type DialectAdapter,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
} from 'kysely'
import type { Statement } from '../thread/open-queries.ts'
import { createThread } from '../thread/thread.ts'
import { LockFreeCompiler } from './lock-free-compiler.ts'
import type { Schema } from './schema.ts'

/** Reads SQLite on its own thread, so that long queries block nobody else. Sees committed data; read-only. */
export function openReader(file: string): Kysely<Schema> {
  return open(file, 'query', new SharingAdapter())
}

/** Writes SQLite on its own thread. A statement outside a transaction waits until it ends. */
export function openWriter(file: string): Kysely<Schema> {
  return open(file, 'write', new SqliteAdapter())
}

function open(file: string, job: 'query' | 'write', adapter: DialectAdapter): Kysely<Schema> {
  const dialect: Dialect = {
    createAdapter: () => adapter,
    createDriver: () => new ThreadDriver(file, job),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new LockFreeCompiler(),
  }
  return new Kysely<Schema>({ dialect })
}

class SharingAdapter extends SqliteAdapter {
  /** The thread runs its jobs one by one, so queries can run between the pages of another. */
  override get supportsMultipleConnections() {
    return true
  }
}

class ThreadDriver implements Driver {
  readonly #thread = createThread()
  readonly #file: string
  readonly #job: 'query' | 'write'
  readonly #connection: DatabaseConnection
  #last = 0

  constructor(file: string, job: 'query' | 'write') {
    this.#file = file
    this.#job = job
    this.#connection = {
      executeQuery: async ({ sql, parameters }) =>
        (await this.#thread.run(job, { file, sql, parameters })) as QueryResult<never>,
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

  async beginTransaction(connection: DatabaseConnection) {
    if (this.#job === 'query') throw new Error('A reader has no transactions.')
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  async commitTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw('commit'))
  }

  async rollbackTransaction() {
    await this.#thread.run('rollBack', { file: this.#file })
  }

  async releaseConnection() {}

  destroy() {
    return this.#thread.end()
  }
}
