import type { Database, Db } from './database.ts'

/**
 * Reads data that belongs together as it was at one moment: no statement sees a commit that another one missed.
 * Holds up no write, and waits for none.
 * @param read must ask `snapshot` alone, and can't write
 */
export function readSnapshot<Result>(
  { snapshots }: Pick<Database, 'snapshots'>,
  read: (snapshot: Db) => Promise<Result>,
): Promise<Result> {
  return snapshots.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)
}
