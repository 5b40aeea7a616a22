import { setImmediate as turn } from 'node:timers/promises'

/** SQLite reads this many index rows in a few milliseconds, during which it blocks the event loop. */
export const pageSize = 2000

/** Other work runs between pages. @param start sorts before every row @param read returns the rows after the given one, in order */
export async function* inPages<Place, Row extends Place>(
  start: Place,
  read: (after: Place) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for (let after: Place | undefined = start; after; await turn()) {
    const rows: Row[] = await read(after)
    yield rows
    after = rows.at(-1)
  }
}
