import type { QueryResult } from 'kysely'
import { SqliteFile } from '../db/sqlite-file.ts'
import type { Statement } from './open-queries.ts'

/** Nothing else waits on this thread, so it may wait long for another's lock. */
const timeout = 5000

type Open = { file: SqliteFile; database: ReturnType<SqliteFile['open']> }

const readers = new Map<string, Open>()
const writers = new Map<string, Open>()

/** Jobs that run one SQLite statement on this thread's own connection. */
export const statements = {
  /** Uses a read-only connection. */
  query({ file, sql, parameters }: Statement): QueryResult<unknown> {
    const { database } = readers.get(file) ?? open(readers, file, { readOnly: true })
    return { rows: database.prepare(sql).all(parameters) }
  },
  write({ file: path, sql, parameters }: Statement): QueryResult<unknown> {
    const { file, database } = writers.get(path) ?? open(writers, path, { readOnly: false })
    file.requireInPlace()
    const statement = database.prepare(sql)
    if (statement.reader) return { rows: statement.all(parameters) }
    return { rows: [], numAffectedRows: BigInt(statement.run(parameters).changes) }
  },
  rollBack({ file }: Pick<Statement, 'file'>): void {
    writers.get(file)?.file.rollBack()
  },
}

function open(files: Map<string, Open>, path: string, { readOnly }: { readOnly: boolean }): Open {
  const file = new SqliteFile(path, { readOnly, timeout })
  const opened = { file, database: file.open() }
  files.set(path, opened)
  return opened
}
