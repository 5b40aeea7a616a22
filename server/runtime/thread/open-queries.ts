import { DatabaseSync, type SQLInputValue } from 'node:sqlite'

type OpenQuery = { connection: DatabaseSync; rows: Iterator<unknown> }

const open = new Map<number, OpenQuery>()

/** Jobs that read a query in pages, so that others run in between. All pages see the same snapshot. */
export const openQueries = {
  openQuery({ id, file, sql, parameters }: Statement & { id: number }): void {
    // A separate connection, because other queries on it would see the same old snapshot.
    const connection = new DatabaseSync(file, { readOnly: true, timeout: 5000 })
    const rows = connection.prepare(sql).iterate(...(parameters as SQLInputValue[]))
    open.set(id, { connection, rows })
  },
  /** Fewer rows than requested are the last ones. */
  readRows({ id, most }: { id: number; most: number }): unknown[] {
    const { rows } = open.get(id) as OpenQuery
    const read: unknown[] = []
    while (read.length < most) {
      const { done, value } = rows.next()
      if (done) break
      read.push(value)
    }
    return read
  },
  closeQuery({ id }: { id: number }): void {
    open.get(id)?.connection.close()
    open.delete(id)
  },
}

export type Statement = { file: string; sql: string; parameters: readonly unknown[] }
