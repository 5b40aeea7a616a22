import { setImmediate as turn } from 'node:timers/promises'
import type { RawBuilder } from 'kysely'
import type { Db } from './database.ts'

/** SQLite reads this many index rows in a few milliseconds, during which it blocks the event loop. */
export const pageSize = 2000

/**
 * Reads pages, and lets other work run in between.
 * @param start sorts before every row
 * @param read returns the rows after the given one, in order
 */
export async function* readBatches<Place, Row extends Place>(
  start: Place,
  read: (after: Place) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for (let rows = await read(start); rows.length > 0; rows = await read(rows.at(-1) as Row)) {
    yield rows
    await turn()
  }
}

/** Reads one statement in pages that all see the same snapshot. Other work runs in between. */
export async function* pagesOf<Row>(db: Db, statement: RawBuilder<Row>): AsyncGenerator<Row[]> {
  for await (const { rows } of db.getExecutor().stream(statement.compile(db), pageSize)) {
    yield rows
    await turn()
  }
}
