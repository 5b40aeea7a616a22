import type { KyselyPlugin } from 'kysely'
import type { AppContext } from '../../context.ts'
import { type Database, openDatabase } from '../../runtime/db/database.ts'
import type { TestShop } from './shop.ts'
import type { TestApp } from './test-app.ts'

/** A shop's dead processes share one, because opening it takes longer than their statements. */
const opened = new WeakMap<TestShop, Promise<Database>>()

/** Dies before its nth statement, so nothing that it has begun is committed. */
export async function openDying(
  shop: TestShop,
  statements: number,
): Promise<TestApp & { isKilled(): boolean }> {
  let left = statements
  let isKilled = false
  const database = await databaseOf(shop)
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
  const { clock, library } = shop.ctx
  const dying = await shop.another({ database, clock, library })
  const ctx: AppContext = Object.assign(dying.ctx, { database: { ...database, db, bulk } })
  return { ...dying, ctx, isKilled: () => isKilled }
}

function databaseOf(shop: TestShop): Promise<Database> {
  const { DATABASE_URL: databaseUrl = null, DATA_DIR: dataDir } = shop.environment
  const database = opened.get(shop) ?? openDatabase({ databaseUrl, dataDir })
  opened.set(shop, database)
  return database
}
