import type { KyselyPlugin } from 'kysely'
import type { AppContext } from '../../context.ts'
import { openDatabase } from '../../runtime/db/database.ts'
import type { TestShop } from './shop.ts'
import type { TestApp } from './test-app.ts'

/** Dies before its nth statement, so nothing that it has begun is committed. */
export async function openDying(
  { environment, another, ctx: { clock, library } }: TestShop,
  statements: number,
): Promise<TestApp & { isKilled(): boolean }> {
  let left = statements
  let isKilled = false
  const { DATABASE_URL: databaseUrl = null, DATA_DIR: dataDir } = environment
  const database = await openDatabase({ databaseUrl, dataDir })
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      isKilled ||= left <= 0
      if (isKilled) throw new Error('killed')
      left -= 1
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const [db, bulk] = [database.db.withPlugin(plugin), database.bulk.withPlugin(plugin)]
  // Start-up queries aren't under test.
  const dying = await another({ database, clock, library })
  const ctx: AppContext = Object.assign(dying.ctx, { database: { ...database, db, bulk } })
  return { ...dying, ctx, isKilled: () => isKilled }
}
