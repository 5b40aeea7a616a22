import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import supertest from 'supertest'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startJobs } from '../../jobs.ts'
import { openPostgres } from '../../runtime/db/database.ts'
import { migrate } from '../../runtime/db/migrate.ts'
import { settle } from '../../shop/orders/settle.ts'
import { type PostgresServer, startPostgres } from '../support/postgres.ts'
import { newKey, openShop, type TestShop } from '../support/shop.ts'
import { giveSigningKey } from '../support/signing-key.ts'

let server: PostgresServer
let shop: TestShop
const closing: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  server = await startPostgres()
  const databaseUrl = `${server.url}/postgres`
  const database = await openPostgres(databaseUrl)
  await migrate(database)
  await database.close()
  const dataDir = mkdtempSync(join(tmpdir(), 'restarted-'))
  giveSigningKey(dataDir)
  shop = await openShop({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir }, closing)
})
afterAll(async () => {
  for (const close of closing.reverse()) await close()
  await server.stop()
})

test('PostgreSQL restarted in the middle of work: "try again" meanwhile, then all that was acknowledged is there', async () => {
  const { db } = shop.ctx.database
  const placed = await shop.placeCardOrder()
  shop.stripe.pay(shop.stripe.sessionOf(placed.order.id))

  // A transaction that is between two statements when its connection breaks.
  const [begun, broken] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const interrupted = db.transaction().execute(async (trx) => {
    await trx.updateTable('orders').set({ status: 'cancelled' }).execute()
    begun.resolve()
    await broken.promise
    await trx.updateTable('orders').set({ status: 'refunded' }).execute()
  })
  const refusal = expect(interrupted).rejects.toThrow(/connection/i)
  await begun.promise
  await server.halt()
  broken.resolve()
  await refusal

  const key = newKey()
  const refused = await shop.checkOut({}, key)
  expect([refused.status, refused.body.code, refused.headers['retry-after']]).toEqual([
    503,
    'temporarily_unavailable',
    '5',
  ])
  await supertest(shop.app).get('/readyz').expect(503)
  await supertest(shop.app).get('/pricing').expect(200)
  await shop.sendEvent('checkout.session.completed', placed.order.id).expect(503)
  await expect(settle(shop.ctx, placed.order.id)).rejects.toThrow()

  await server.resume()
  await vi.waitFor(() => supertest(shop.app).get('/readyz').expect(200), 60_000)
  const { body } = await shop.orderOf(placed).expect(200)
  expect([body.status, body.lines[0].licences.length]).toEqual(['paid', 2])
  await shop.checkOut({}, key).expect(201)
  expect(await db.selectFrom('orders').select('id').execute()).toHaveLength(2)
})

test('a server that only reads is told apart at once: no orders, no readiness, no start', async () => {
  const { database } = shop.ctx
  const reads = async (setting: 'on' | 'off') => {
    await sql`alter system set default_transaction_read_only = ${sql.lit(setting)}`.execute(database.db)
    await sql`select pg_reload_conf()`.execute(database.db)
  }
  await reads('on')
  await vi.waitFor(() => supertest(shop.app).get('/readyz').expect(503))
  expect((await shop.checkOut({})).status).toBe(503)
  await supertest(shop.app).get('/pricing').expect(200)
  await expect(shop.another()).rejects.toThrow(/^PostgreSQL at .*: it only reads/)
  await reads('off')
  await vi.waitFor(() => supertest(shop.app).get('/readyz').expect(200))
  await shop.checkOut({}).expect(201)
})

test('an outage is two lines in the log of background jobs, and none of them has a stack', async () => {
  const { ctx, logged } = shop
  const jobs = startJobs(ctx)
  const before = logged.length
  const told = () => logged.slice(before).map(({ msg }) => msg)
  await server.halt()
  await vi.waitFor(() => {
    ctx.outbox.nudge()
    expect(told()).toContain('the database doesn’t answer')
  }, 60_000)
  for (let time = 0; time < 3; time++) ctx.outbox.nudge()
  await server.resume()
  await vi.waitFor(() => expect(told()).toContain('the database answers again'), 60_000)
  const errors = logged.slice(before).filter(({ level }) => level === 'error')
  expect(errors).toEqual([
    expect.objectContaining({ msg: 'the database doesn’t answer', reason: expect.any(String) }),
  ])
  expect(JSON.stringify(errors)).not.toContain('stack')
  await jobs.stop()
})
