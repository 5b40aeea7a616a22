import { existsSync, readdirSync, renameSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import supertest from 'supertest'
import { expect, test } from 'vitest'
import { describeOnSqlite } from '../support/databases.ts'
import { seedLicence } from '../support/licensing.ts'
import { newKey, type TestShop, useShops } from '../support/shop.ts'

const unavailable = { status: 503, code: 'temporarily_unavailable', retryAfter: '5' }

function told({ status, body, headers }: supertest.Response) {
  return { status, code: body.code, retryAfter: headers['retry-after'] }
}

/** The site acknowledges only data on disk, and the rest keeps working. */
async function expectRestToWork({ app }: TestShop) {
  await supertest(app).get('/').expect(200)
  await supertest(app).get('/api/pricing').expect(200)
  await supertest(app).get('/healthz').expect(200)
}

describeOnSqlite('a database', (databases) => {
  const openShop = useShops(databases)

  test('on a disk that is full while an order is written loses nothing and goes on when there is room', async () => {
    const shop = await openShop()
    const { db } = shop.ctx.database
    const before = await shop.placeCardOrder()
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db)
    await sql.raw(`pragma max_page_count = ${rows[0]?.page_count}`).execute(db)
    // Orders fill the free pages until one finds no room.
    const acknowledged = [before.order.id]
    let key = newKey()
    let answer = await shop.checkOut({}, key)
    for (; answer.status === 201; answer = await shop.checkOut({}, key)) {
      acknowledged.push(answer.body.order.id)
      key = newKey()
    }
    expect(told(answer)).toEqual(unavailable)
    const message = { name: 'Ada', email: 'ada@example.com', topic: 'support', verification: 'token' }
    const contact = await supertest(shop.app)
      .post('/api/contact')
      .send({ ...message, message: 'x'.repeat(5000) })
    expect([contact.status, contact.body.code]).toEqual([503, 'contact_unavailable'])
    await expectRestToWork(shop)
    await shop.orderOf(before).expect(200)

    await sql.raw('pragma max_page_count = 1000000').execute(db)
    const { body } = await shop.checkOut({}, key).expect(201)
    const orders = await db.selectFrom('orders').select('id').execute()
    const lines = await db.selectFrom('order_lines').select('order_id').execute()
    expect(orders.map(({ id }) => id).sort()).toEqual([...acknowledged, body.order.id].sort())
    expect(new Set(lines.map(({ order_id }) => order_id)).size).toBe(orders.length)
  })

  test.runIf(existsSync('/dev/full'))('whose disk is full isn’t ready until there is room', async () => {
    const shop = await openShop()
    // Every write to this device fails for lack of room.
    symlinkSync('/dev/full', join(shop.environment.DATA_DIR, `site.db.room-${process.pid}`))
    const { body } = await supertest(shop.app).get('/readyz?verbose').expect(503)
    expect(body.checks).toEqual({ running: true, database: true, disk: false })
    await supertest(shop.app).get('/readyz').expect(200)
    expect(readdirSync(shop.environment.DATA_DIR).filter((name) => name.includes('room'))).toEqual([])
  })

  test('that is deleted or moved away acknowledges nothing, says so, and goes on when it is back', async () => {
    const shop = await openShop()
    const placed = await shop.placeCardOrder()
    const file = join(shop.environment.DATA_DIR, 'site.db')
    renameSync(file, `${file}.away`)
    const key = newKey()
    expect(told(await shop.checkOut({}, key))).toEqual(unavailable)
    await supertest(shop.app).get('/readyz').expect(503)
    await expectRestToWork(shop)
    const page = await supertest(shop.app)
      .get(`/shop/completed?order=${placed.order.id}`)
      .set('Authorization', `Bearer ${placed.accessToken}`)
    expect([page.status, page.type, page.get('retry-after')]).toEqual([503, 'text/html', '5'])
    expect(page.text).toContain('An error occurred')

    renameSync(`${file}.away`, file)
    await supertest(shop.app).get('/readyz').expect(200)
    await shop.checkOut({}, key).expect(201)
    await shop.orderOf(placed).expect(200)
  })

  test('that has become read-only is read, and asked to be written to later', async () => {
    const shop = await openShop()
    const placed = await shop.placeCardOrder()
    const { key: licenceKey } = await seedLicence(shop.ctx)
    await sql.raw('pragma query_only = on').execute(shop.ctx.database.db)
    const key = newKey()
    expect(told(await shop.checkOut({}, key))).toEqual(unavailable)
    const form = await supertest(shop.app)
      .post('/activation')
      .type('form')
      .set('Accept', 'text/html')
      .send({ intent: 'activate', licenceKey, machineId: 'machine-1234' })
    expect([form.status, form.type]).toEqual([503, 'text/html'])
    await sql.raw('pragma query_only = off').execute(shop.ctx.database.db)
    await shop.orderOf(placed).expect(200)
    await shop.checkOut({}, key).expect(201)
  })
})
