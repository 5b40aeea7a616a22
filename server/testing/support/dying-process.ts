import { type KyselyPlugin, SelectQueryNode } from 'kysely'
import { runs } from '#shared/testing/properties.ts'
import { type Db, openDatabase, type Trx } from '../../runtime/db/database.ts'
import type { TestShop } from './shop.ts'
import type { TestApp } from './test-app.ts'

/** `left` counts the steps until it dies. `seen` is the number of steps in all its lives. */
type Dying = { process: TestApp; life: { left: number; seen: number; isKilled: boolean } }

/** All deaths of a shop befall one process, because opening another takes longer than its statements. */
const opened = new WeakMap<TestShop, Promise<Dying>>()

/**
 * Dies after a number of steps. A step is what outlasts the process: a commit, a write without a transaction, or a request
 * to Stripe. Deaths before the statements until the next step lose the same, so one stands for all; a deep run takes each.
 */
export async function openDying(shop: TestShop, steps: number): Promise<TestApp & { isKilled(): boolean }> {
  const opening = opened.get(shop) ?? open(shop)
  opened.set(shop, opening)
  const { process, life } = await opening
  await process.ctx.background.settled()
  Object.assign(life, { left: steps, seen: -1, isKilled: false })
  return { ...process, isKilled: () => life.isKilled }
}

async function open(shop: TestShop): Promise<Dying> {
  const { DATABASE_URL: databaseUrl = null, DATA_DIR: dataDir } = shop.environment
  // Start-up queries aren't under test.
  const life = { left: Number.POSITIVE_INFINITY, seen: -1, isKilled: false }
  let stored = 0
  const beforeStatement = () => {
    const taken = stored + shop.stripe.calls.filter((call) => call.startsWith('POST')).length
    if (taken !== life.seen || runs(1) > 1) {
      life.seen = taken
      life.isKilled ||= life.left <= 0
      life.left -= 1
    }
    if (life.isKilled) throw new Error('killed')
  }

  function mortal(db: Db): Db {
    const alone = db.withPlugin(
      transforming((node) => {
        beforeStatement()
        if (!SelectQueryNode.is(node)) stored += 1
      }),
    )
    const transaction = () => {
      const builder = db.transaction()
      const execute = builder.execute.bind(builder)
      return Object.assign(builder, {
        async execute<Result>(work: (trx: Trx) => Promise<Result>): Promise<Result> {
          const result = await execute((trx) => work(trx.withPlugin(transforming(beforeStatement))))
          stored += 1
          return result
        },
      })
    }
    return Object.assign(alone, { transaction })
  }

  const database = await openDatabase({ databaseUrl, dataDir })
  const { clock, library } = shop.ctx
  const [db, bulk] = [mortal(database.db), mortal(database.bulk)]
  const process = await shop.another({ database: { ...database, db, bulk }, clock, library })
  return { process, life }
}

function transforming(
  note: (node: Parameters<KyselyPlugin['transformQuery']>[0]['node']) => void,
): KyselyPlugin {
  return {
    transformQuery({ node }) {
      note(node)
      return node
    },
    transformResult: async ({ result }) => result,
  }
}
