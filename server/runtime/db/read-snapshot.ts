import type { Database, Db } from './database.ts'

/**
 * Reads related data from one snapshot, so that no statement sees a commit that another missed. Blocks no
 * writes, and waits for none.
 * @param read must query only `snapshot`, which is read-only
 */
export function readSnapshot<Result>(
  { snapshots }: Pick<Database, 'snapshots'>,
  read: (snapshot: Db) => Promise<Result>,
): Promise<Result> {
  return snapshots.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)
}
