import type { QueryResult } from 'kysely'
import { SqliteFile } from '../db/sqlite-file.ts'
import type { Statement } from './open-queries.ts'

/** Nobody else waits on this thread, so it may wait long for another's lock. */
const timeout = 5000

type Open = { file: SqliteFile; database: ReturnType<SqliteFile['open']> }

const openFiles = new Map<string, Open>()

/** Jobs that write SQLite by a connection of this thread's own. */
export const writing = {
  write({ file: path, sql, parameters }: Statement): QueryResult<unknown> {
    const { file, database } = openFor(path)
    file.requireInPlace()
    const statement = database.prepare(sql)
    if (statement.reader) return { rows: statement.all(parameters) }
    return { rows: [], numAffectedRows: BigInt(statement.run(parameters).changes) }
  },
  rollBack({ file }: Pick<Statement, 'file'>): void {
    openFiles.get(file)?.file.rollBack()
  },
}

function openFor(path: string): Open {
  const known = openFiles.get(path)
  if (known) return known
  const file = new SqliteFile(path, { readOnly: false, timeout })
  const opened = { file, database: file.open() }
  openFiles.set(path, opened)
  return opened
}
