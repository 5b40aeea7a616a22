import { setImmediate as turn } from 'node:timers/promises'

/** SQLite reads so many rows of an index in a few milliseconds, during which nobody else is served. */
export const pageSize = 2000

/**
 * Reads many rows without holding up others.
 * @param start what comes before every row
 * @param read returns the next rows after the last one of the page before, in order; none at the end
 */
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
