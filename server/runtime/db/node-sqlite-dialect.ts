import { setTimeout as sleep } from 'node:timers/promises'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
  type TransactionSettings,
} from 'kysely'
import { LockFreeCompiler } from './lock-free-compiler.ts'
import { SqliteFile } from './sqlite-file.ts'

const lockTimeoutMs = 5000
/** SQLite itself waits this long and blocks the event loop; most transactions are shorter. */
const busyTimeoutMs = 10
const sqliteBusy = 5

/** Transactions take the write lock at once; otherwise one that reads first could fail when it writes. */
export function nodeSqliteDialect(
  file: string,
  { readOnly }: { readOnly: boolean } = { readOnly: false },
): Dialect {
  return Object.assign(new SqliteDialect({ database: never }), {
    createDriver: (): Driver =>
      new ImmediateDriver(new SqliteFile(file, { readOnly, timeout: busyTimeoutMs })),
    createAdapter: () => new QueueingAdapter(),
    createQueryCompiler: () => new LockFreeCompiler(),
  })
}

const never = () => Promise.reject(new Error('not opened by Kysely'))

class ImmediateDriver extends SqliteDriver {
  readonly #file: SqliteFile
  #turn = Promise.resolve()
  #endTurn = () => {}

  constructor(file: SqliteFile) {
    super({ database: () => waitForLock(deadlineFromNow(), async () => file.open()) })
    this.#file = file
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    // The deadline starts before queueing, so that waiting behind another transaction counts.
    const deadline = deadlineFromNow()
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

function deadlineFromNow(): number {
  return performance.now() + lockTimeoutMs
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
