import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import supertest from 'supertest'
import { expect, test } from 'vitest'
import { describeOnSqlite } from '../support/databases.ts'
import { newKey, useShops } from '../support/shop.ts'

/** Holds SQLite's write lock until it is told to end. */
const holder = `
  const { DatabaseSync } = require('node:sqlite')
  new DatabaseSync(process.argv[1]).exec('begin immediate')
  console.log('locked')
  setInterval(() => {}, 1000)`

describeOnSqlite('a database that another process has locked', (databases) => {
  const openShop = useShops(databases)

  test('is waited for by all at once, not one after the other, and then answered with "try again"', async () => {
    const shop = await openShop()
    const key = newKey()
    const child = spawn(process.execPath, ['-e', holder, join(shop.environment.DATA_DIR, 'site.db')])
    await once(child.stdout, 'data')
    const started = performance.now()
    const waits: number[] = []
    const tries = [shop.checkOut({}, key), ...Array.from({ length: 5 }, () => shop.checkOut())]
    const answers = await Promise.all(
      tries.map(async (sent) => {
        const answer = await sent
        waits.push(performance.now() - started)
        return answer
      }),
    )
    const ready = supertest(shop.app).get('/readyz')
    const page = await supertest(shop.app).get('/pricing')
    expect([page.status, (await ready).status]).toEqual([200, 200])
    for (const { status, headers, body } of answers) {
      expect([status, headers['retry-after'], body.code]).toEqual([503, '5', 'temporarily_unavailable'])
    }
    // In a queue the last one would wait six times as long as the first.
    expect(Math.max(...waits) / Math.min(...waits)).toBeLessThan(3)

    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
    await shop.checkOut({}, key).expect(201)
    const orders = await shop.ctx.database.db.selectFrom('orders').select('id').execute()
    expect(orders).toHaveLength(1)
  })
})
