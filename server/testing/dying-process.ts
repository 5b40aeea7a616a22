import type { AppContext } from '../context.ts'
import { openDatabase } from '../db/database.ts'
import type { TestShop } from './shop.ts'
import type { TestApp } from './test-app.ts'

/** A process that dies before its nth statement: nothing that it had begun is committed, and it says nothing more. */
export async function openDying(
  { environment, another, ctx: { clock, library } }: TestShop,
  statements: number,
): Promise<TestApp & { isKilled(): boolean }> {
  let left = statements
  let isKilled = false
  const { DATABASE_URL: databaseUrl = null, DATA_DIR: dataDir } = environment
  const database = await openDatabase({ databaseUrl, dataDir })
  const db = database.db.withPlugin({
    transformQuery({ node }) {
      isKilled ||= left <= 0
      if (isKilled) throw new Error('killed')
      left -= 1
      return node
    },
    transformResult: async ({ result }) => result,
  })
  // What the start asks of the database isn't under test.
  const dying = await another({ database, clock, library })
  const ctx: AppContext = Object.assign(dying.ctx, { database: { ...database, db } })
  return { ...dying, ctx, isKilled: () => isKilled }
}
