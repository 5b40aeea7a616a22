import supertest from 'supertest'
import { expect, test } from 'vitest'
import { apiRoutes, updateRoutes } from '#shared/routes/api-routes.ts'
import { feedRoutes, routes } from '#shared/routes/routes.ts'
import { activate } from '../../licences/licensing/activate.ts'
import { deactivate } from '../../licences/licensing/deactivate.ts'
import { describeOnBothEngines, describeOnPostgres } from '../../testing/support/databases.ts'
import { seedLicence } from '../../testing/support/licensing.ts'
import { startRelay } from '../../testing/support/relay.ts'
import { openShop } from '../../testing/support/shop.ts'
import { createTestApp } from '../../testing/support/test-app.ts'
import { otherRoute, routePattern } from './route-pattern.ts'

const METRICS_TOKEN = 'a-token-of-metrics'

test('every address of the site has a pattern, and nothing else adds one', () => {
  const addresses = [routes, apiRoutes, feedRoutes, updateRoutes]
    .flatMap((each) => Object.values<string | ((id: string, document: never) => string)>(each))
    .map((route) => (typeof route === 'string' ? route : route('x', 1 as never)).replace(/[?#].*/, ''))
  for (const address of addresses) expect([address, routePattern(address)]).not.toContain(otherRoute)
  expect(routePattern('/api/orders/ord_1/invoice.pdf')).toBe('/api/orders/:id/invoice.pdf')
  expect(routePattern('/pricing/')).toBe('/pricing')
  expect(routePattern('/wp-login.php')).toBe(otherRoute)
  expect(routePattern('/api/orders/a/b/c')).toBe(otherRoute)
})

test('without a token there is no such address', async () => {
  const { app, ctx } = await createTestApp()
  await supertest(app).get('/metrics').set('Authorization', 'Bearer undefined').expect(404)
  expect(ctx.metrics).toBeNull()
  await ctx.close()
})

describeOnBothEngines('metrics', ({ create }) => {
  test('are for who has the token: requests by pattern, page cache, outbox and orders', async () => {
    const closing: (() => Promise<unknown>)[] = []
    const { environment } = await create()
    const shop = await openShop({ ...environment, METRICS_TOKEN } as never, closing)
    await supertest(shop.app).get('/metrics').expect(401)
    await supertest(shop.app).get('/metrics').set('Authorization', 'Bearer another-token-of-it').expect(401)

    const placed = await shop.placeCardOrder()
    shop.stripe.pay(shop.stripe.sessionOf(placed.order.id))
    await shop.orderOf(placed).expect(200)
    await shop.placeCardOrder()
    const { key: licenceKey } = await seedLicence(shop.ctx, { seat_limit: 5 })
    for (let index = 0; index < 15; index++) {
      const machine = { id: `machine-${index}` }
      await activate(shop.ctx, { licenceKey, machine })
      await deactivate(shop.ctx, { licenceKey, machineId: machine.id })
    }
    await supertest(shop.app).get('/legal/terms').expect(200)
    await supertest(shop.app).get('/legal/terms').expect(200)
    await supertest(shop.app).get('/nothing-here?secret=1').expect(404)

    const spam = {
      name: 'Bot',
      email: 'bot@example.com',
      topic: 'other',
      message: 'Buy this now.',
      website: 'x',
    }
    await supertest(shop.app)
      .post(apiRoutes.contact)
      .send({ ...spam, verification: '' })
      .expect(202)

    const { text, type } = await supertest(shop.app)
      .get('/metrics')
      .set('Authorization', `Bearer ${METRICS_TOKEN}`)
      .expect(200)
    expect(type).toBe('text/plain')
    for (const line of [
      'http_request_duration_seconds_count{method="POST",route="/api/checkout",status="201"} 2',
      'http_request_duration_seconds_count{method="GET",route="/api/orders/:id",status="200"} 1',
      'http_request_duration_seconds_count{method="GET",route="other",status="404"} 1',
      'http_request_duration_seconds_count{method="GET",route="/legal/terms",status="200"} 2',
      'site_page_cache_hits_total 1',
      // The day's summary isn't due yet.
      'site_outbox_mails{status="queued"} 1',
      'site_outbox_mails{status="dead"} 0',
      'site_orders{status="paid"} 1',
      'site_orders{status="pending"} 1',
      'site_orders_last_day{status="paid",currency="AUD"} 1',
      'site_quarantined_messages 1',
      'site_busy_licences{state="full"} 0',
      'site_busy_licences{state="near"} 1',
      'site_database_up 1',
      'site_data_full 0',
      'site_outbox_webhooks{status="dead"} 0',
      'site_mail_attempts_total{result="retry"} 0',
      'site_payment_refusals 0',
      'site_stripe_event_timestamp_seconds 0',
    ])
      expect(text).toContain(line)
    expect(text).toMatch(/^site_orders_last_day_amount\{status="paid",currency="AUD"\} [1-9]\d+$/m)
    expect(text).toMatch(/^site_build_info\{version="[\d.]+",revision="\w*",node="v\d+\.[\d.]+"\} 1$/m)
    expect(text).toMatch(/^site_card_payment_timestamp_seconds [1-9]/m)
    expect(text).toMatch(/^site_data_free_bytes [1-9]\d+$/m)
    expect(text).not.toMatch(/^site_last_backup_timestamp_seconds /m)
    const pool = ['site_database_pool_waiting{pool="site"} 0', 'site_database_pool_max{pool="site"} 8']
    const pools = text.match(/^site_database_pool_(waiting|max)\{pool="site.*$/gm) ?? []
    expect(pools).toEqual(environment.DATABASE_URL ? pool : [])
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m)
    expect(text).toMatch(/^process_resident_memory_bytes /m)
    expect(text).not.toMatch(/nothing-here|secret|ord_/)
    for (const close of closing.reverse()) await close()
  })

  test('that can’t be read are left out and logged, with one query for those that share it', async () => {
    const { environment } = await create()
    const { app, ctx, logged } = await createTestApp({ ...environment, METRICS_TOKEN })
    const scrape = async () =>
      (await supertest(app).get('/metrics').set('Authorization', `Bearer ${METRICS_TOKEN}`).expect(200)).text
    await ctx.database.db.schema.alterTable('mails').renameTo('letters').execute()
    const text = await scrape()
    expect(text).not.toMatch(/^site_outbox_(mails|oldest_seconds)[ {]/m)
    expect(text).toMatch(/^site_database_up 1$/m)
    expect(logged.filter(({ metrics }) => metrics)).toMatchObject([
      { level: 'warn', metrics: 'mails', err: { message: expect.stringContaining('mails') } },
    ])
    await ctx.database.db.schema.alterTable('letters').renameTo('mails').execute()
    expect(await scrape()).toMatch(/^site_outbox_oldest_seconds 0$/m)
    await ctx.close()
  })
})

describeOnPostgres('metrics of a database', ({ create }) => {
  test('that hangs come in time, and say so', async () => {
    const { environment } = await create()
    const relay = await startRelay(String(environment.DATABASE_URL))
    const { app, ctx } = await createTestApp({ ...environment, DATABASE_URL: relay.url, METRICS_TOKEN })
    relay.fallSilent()
    const { text } = await supertest(app)
      .get('/metrics')
      .set('Authorization', `Bearer ${METRICS_TOKEN}`)
      .timeout(9000)
      .expect(200)
    expect(text).toMatch(/^site_database_up 0$/m)
    expect(text).toMatch(/^process_resident_memory_bytes /m)
    expect(text).not.toMatch(/^site_(orders|outbox_mails)[ {]/m)
    await relay.close()
    await ctx.close()
  })
})
