import type { KyselyPlugin } from 'kysely'
import type { AppContext } from '../../context.ts'

/** Lets something else happen between the nth statement and the next one. */
export function afterStatement(
  ctx: AppContext,
  nth: number,
  happens: () => Promise<unknown>,
): { ctx: AppContext; hasHappened(): boolean } {
  let left = nth
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      left -= 1
      if (left === 0) await happens()
      return result
    },
  }
  const { database } = ctx
  const [db, snapshots] = [database.db.withPlugin(plugin), database.snapshots.withPlugin(plugin)]
  return { ctx: { ...ctx, database: { ...database, db, snapshots } }, hasHappened: () => left <= 0 }
}
