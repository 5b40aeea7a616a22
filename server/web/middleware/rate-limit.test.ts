import request from 'supertest'
import { afterEach, expect, test } from 'vitest'
import { problemSchema } from '#shared/http/problem.ts'
import { apiRoutes, updateRoutes } from '#shared/routes/api-routes.ts'
import { routes } from '#shared/routes/routes.ts'
import type { AppContext } from '../../context.ts'
import { openPostgres } from '../../runtime/db/database.ts'
import { describeOnEitherEngine, onBoth } from '../../testing/support/databases.ts'
import { seedLicence } from '../../testing/support/licensing.ts'
import { cartBody, newKey, passing } from '../../testing/support/shop.ts'
import { createTestApp, type TestApp } from '../../testing/support/test-app.ts'
import { createRateLimits } from './rate-limit.ts'

describeOnEitherEngine('rate limits', ({ create, engine }) => {
  const sites: TestApp[] = []

  afterEach(async () => {
    for (const { ctx } of sites.splice(0)) await ctx.close()
  })

  async function open(settings: NodeJS.ProcessEnv = {}, environment?: object) {
    const given = environment ?? (await create()).environment
    const site = await createTestApp(
      { RATE_LIMIT_FACTOR: '1', TRUST_PROXY: '1', ...given, ...settings },
      { verifier: passing, change: countTogether },
    )
    sites.push(site)
    return { ...site, environment: given }
  }

  let site: TestApp
  const post = (path: string) => request(site.app).post(path)
  const from = (ip: string, test: request.Test) => test.set('X-Forwarded-For', ip)
  const checkOut = ({ app }: Pick<TestApp, 'app'>, ip = '203.0.113.1') =>
    from(
      ip,
      request(app)
        .post(apiRoutes.checkout)
        .set('Idempotency-Key', newKey())
        .send(cartBody({ paymentMethod: 'invoice' })),
    )

  async function statuses(times: number, send: () => request.Test): Promise<number[]> {
    const found: number[] = []
    for (let time = 0; time < times; time++) found.push((await send()).status)
    return found
  }

  test('a new quote counts among the tries of discount codes', async () => {
    const { app } = await open()
    const tried = await request(app).post(apiRoutes.quotes).send({ code: 'GUESS1' })
    expect(tried.get('ratelimit-policy')).toBe('"carts";q=60;w=60')
  })

  test('an answer tells the remaining quota, and a 429 when to retry', async () => {
    const site = await open()
    const first = await checkOut(site)
    expect(first.get('ratelimit-policy')).toBe('"carts";q=60;w=60, "new-orders-and-quotes";q=10;w=600')
    expect(first.get('ratelimit')).toMatch(
      /^"carts";r=59;t=(60|59), "new-orders-and-quotes";r=9;t=(600|599)$/,
    )
    expect(await statuses(9, () => checkOut(site))).not.toContain(429)

    const refused = await checkOut(site)
    expect(refused.status).toBe(429)
    expect(refused.type).toBe('application/problem+json')
    expect(problemSchema.parse(JSON.parse(refused.text)).code).toBe('rate_limited')
    const [, seconds = ''] =
      /^"new-orders-and-quotes";r=0;t=(\d+)$/.exec(refused.get('ratelimit') ?? '') ?? []
    expect(refused.get('retry-after')).toBe(seconds)
    expect(Number(seconds)).toBeGreaterThan(500)
    expect(refused.body.detail).toMatch(/Try again in (9|10) minutes\.$/)
    expect((await checkOut(site)).get('ratelimit')).toMatch(/^"new-orders-and-quotes";r=0;t=\d{3}$/)
    expect((await checkOut(site, '203.0.113.2')).status).not.toBe(429)
  })

  test('waiting for an order, repeating it or mending a field uses no quota', onBoth, async () => {
    const site = await open({ RATE_LIMIT_FACTOR: '0.2' })
    const key = newKey()
    const send = (change: object = {}) =>
      from('203.0.113.1', request(site.app).post(apiRoutes.checkout))
        .set('Idempotency-Key', key)
        .send({ ...cartBody({ paymentMethod: 'invoice' }), ...change })
    expect((await send({ acceptTerms: false })).status).toBe(422)
    expect((await send({ expectedTotal: 1 })).status).toBe(409)
    const together = await Promise.all([send(), send(), send(), send()])
    expect(together.map(({ status }) => status)).not.toContain(429)
    expect(await statuses(3, send)).toEqual([201, 201, 201])
    expect((await checkOut(site)).status).toBe(201)
    expect((await checkOut(site)).body.code).toBe('rate_limited')
    // Placed orders can still be requested, but not forever.
    expect((await send()).status).toBe(201)
    expect(await statuses(2, send)).toEqual([429, 429])
  })

  test('many at once are counted one by one', onBoth, async () => {
    const site = await open()
    const answers = await Promise.all(Array.from({ length: 40 }, () => checkOut(site)))
    expect(answers.filter(({ status }) => status !== 429)).toHaveLength(10)
  })

  test('processes of one PostgreSQL count together', onBoth, async () => {
    const one = await open()
    const other = await open({}, one.environment)
    await statuses(6, () => checkOut(one))
    const shared = (await statuses(6, () => checkOut(other))).filter((status) => status !== 429).length
    expect(shared).toBe(engine === 'postgres' ? 4 : 6)
  })

  test('an address of TRUST_PROXY’s proxies counts, not what a client wrote before it', async () => {
    const trusting = await open({ RATE_LIMIT_FACTOR: '0.2' })
    let made = 0
    const forge = (site: TestApp) => () => checkOut(site, `198.51.100.${made++}, 203.0.113.9`)
    expect((await statuses(3, forge(trusting))).at(-1)).toBe(429)
    const trustingNobody = await open({ RATE_LIMIT_FACTOR: '0.2', TRUST_PROXY: '0' })
    expect((await statuses(3, forge(trustingNobody))).at(-1)).toBe(429)
  })

  test('one customer’s IPv6 network is one client', async () => {
    const site = await open({ RATE_LIMIT_FACTOR: '0.2' })
    let host = 0
    expect((await statuses(3, () => checkOut(site, `2001:db8:0:1::${++host}`))).at(-1)).toBe(429)
    expect((await checkOut(site, '2001:db8:0:2::1')).status).not.toBe(429)
  })

  test('RATE_LIMIT_FACTOR multiplies, and 0 turns off', async () => {
    const strict = await open({ RATE_LIMIT_FACTOR: '0.2' })
    expect((await checkOut(strict)).get('ratelimit-policy')).toContain('"new-orders-and-quotes";q=2;w=600')
    expect((await statuses(2, () => checkOut(strict))).at(-1)).toBe(429)
    const none = await open({ RATE_LIMIT_FACTOR: '0' })
    expect(await statuses(15, () => checkOut(none))).not.toContain(429)
    expect((await checkOut(none)).headers).not.toHaveProperty('ratelimit')
  })

  test('a client that tries unknown keys soon learns nothing about any key', async () => {
    const site = await open()
    const { key } = await seedLicence(site.ctx)
    const unknown = await Promise.all(
      Array.from({ length: 11 }, async () => {
        const { id, key: gone } = await seedLicence(site.ctx)
        await site.ctx.database.db.deleteFrom('licences').where('id', '=', id).execute()
        return gone
      }),
    )
    const activate = (licenceKey: string, ip: string) =>
      from(
        ip,
        request(site.app)
          .post(apiRoutes.activation)
          .send({ licenceKey, machine: { id: 'machine-1' } }),
      )
    const validate = (licenceKey: string, ip: string) =>
      from(ip, request(site.app).post(apiRoutes.validation).send({ licenceKey, machineId: 'machine-1' }))

    const follow = (licenceKey: string, ip: string) =>
      from(ip, request(site.app).get(apiRoutes.latestRelease).set('Authorization', `Bearer ${licenceKey}`))

    expect((await activate(key, '203.0.113.1')).status).toBe(201)
    const codes: string[] = []
    for (const [index, guess] of unknown.slice(0, 10).entries()) {
      codes.push((await (index % 2 ? activate : validate)(guess, '203.0.113.1')).body.code)
    }
    expect(new Set(codes)).toEqual(new Set(['licence_not_found']))
    for (const guess of [unknown[10] ?? '', key]) {
      const refused = await activate(guess, '203.0.113.1')
      expect(refused.body.code).toBe('rate_limited')
      expect(refused.get('ratelimit')).toMatch(/^"unknown-keys";r=0;t=\d+$/)
    }
    expect((await activate(key, '203.0.113.2')).status).toBe(200)

    expect((await follow(key, '203.0.113.3')).get('cache-control')).toBe('private, no-store')
    for (const guess of unknown.slice(0, 10)) await follow(guess, '203.0.113.3').expect(404)
    const limited = await follow(key, '203.0.113.3').expect(429)
    expect([limited.body.code, Number(limited.get('retry-after')) > 0]).toEqual(['rate_limited', true])
    const feed = await from(
      '203.0.113.3',
      request(site.app).get(updateRoutes.windows).set('Authorization', `Bearer ${key}`),
    )
    expect([feed.status, feed.get('cache-control')]).toEqual([200, 'private, no-store'])
    expect(feed.text).toContain('stagingPercentage: 0\ncode: "rate_limited"')
    expect((await activate(key, '203.0.113.3')).status).toBe(429)
  })

  test('activation has a limit, which the form’s page reports', async () => {
    const site = await open()
    const look = () => from('203.0.113.1', request(site.app).post(apiRoutes.licenceLookUp).send({}))
    expect(await statuses(30, look)).not.toContain(429)
    expect((await look()).status).toBe(429)
    const form = from(
      '203.0.113.1',
      request(site.app).post(routes.activation).type('form').set('Accept', 'text/html'),
    )
    const { status, text } = await form.send('licenceKey=x')
    expect(status).toBe(429)
    expect(text).toContain('</html>')
  })

  test('messages have a limit, which the form’s page reports beside the typed text', async () => {
    const site = await open()
    const message = { name: 'Ada', email: 'ada@example.com', topic: 'sales', verification: 'x' }
    const send = (text: string) =>
      from(
        '203.0.113.1',
        request(site.app)
          .post(apiRoutes.contact)
          .send({ ...message, message: text }),
      )
    for (let time = 0; time < 5; time++) {
      expect((await send(`A message, number ${time}`)).status).toBe(202)
      expect((await send('short')).status).toBe(422)
    }
    expect((await send('One message too many')).body.code).toBe('rate_limited')
    const page = await from('203.0.113.1', request(site.app).post(routes.contact).type('form')).send({
      ...message,
      message: 'Kept in its field',
    })
    expect(page.status).toBe(429)
    expect(page.type).toBe('text/html')
    expect(page.get('retry-after')).toMatch(/^\d+$/)
    expect(page.text).toContain('Kept in its field')
    expect(page.text).toContain('too many tries')
  })

  test.each([
    ['messages', () => post(apiRoutes.contact).send({ name: '' })],
    ['orders', () => post(apiRoutes.checkout).set('Idempotency-Key', newKey()).send({})],
    ['broken JSON', () => post(apiRoutes.contact).type('json').send('{')],
    ['bodies of another type', () => post(apiRoutes.checkout).type('text').send('x')],
    ['bodies that are too large', () => post(apiRoutes.contact).send({ name: 'x'.repeat(70_000) })],
    ['forms', () => post(routes.contact).type('form').send('name=')],
  ])('whoever sends refused %s for ever is soon not listened to, at any address', async (_what, send) => {
    site = await open({ RATE_LIMIT_FACTOR: '0.1' })
    const refused = await statuses(12, () => from('203.0.113.1', send()))
    expect(refused.slice(0, 6)).not.toContain(429)
    expect(refused.at(-1)).toBe(429)

    const valid = { name: 'Ada', email: 'ada@example.com', topic: 'sales', message: 'Now a valid message' }
    const contact = () => post(apiRoutes.contact).send({ ...valid, verification: 'x' })
    const late = await from('203.0.113.1', contact())
    expect(late.status).toBe(429)
    expect(late.get('ratelimit')).toMatch(/^"refusals";r=0;t=\d+$/)
    const form = await from('203.0.113.1', post(routes.contact).type('form').send(valid))
    expect([form.status, form.type]).toEqual([429, 'text/html'])
    expect(form.text).toContain('too many tries')
    const activation = await from('203.0.113.1', post(routes.activation).type('form').send('licenceKey=x'))
    expect([activation.status, activation.type]).toEqual([429, 'text/html'])
    expect(activation.text).toContain('Nothing has changed. Try again in a minute.')
    expect((await from('203.0.113.1', request(site.app).get(apiRoutes.pricing))).status).toBe(200)
    expect((await from('203.0.113.2', contact())).status).toBe(202)
  })

  test('looking at an order has room for a page that asks every second', async () => {
    const site = await open()
    const look = () => from('203.0.113.1', request(site.app).get('/api/orders/ord_1'))
    const first = await look()
    expect(first.get('ratelimit-policy')).toBe('"general";q=120;w=60')
    expect(await statuses(119, look)).not.toContain(429)
    expect((await look()).status).toBe(429)
  })

  test('pages, prices and content have none', async () => {
    const site = await open({ RATE_LIMIT_FACTOR: '0.001' })
    for (const path of [routes.pricing, apiRoutes.pricing, '/_content/news', '/updates/SHA256SUMS']) {
      expect(await statuses(4, () => request(site.app).get(path))).not.toContain(429)
    }
    const hook = () => request(site.app).post('/api/webhooks/stripe')
    expect(await statuses(4, hook)).not.toContain(429)
  })
})

test('a missing or hanging database neither fails nor delays a request, because each process counts by itself', async () => {
  const away = await openPostgres('postgres://site:site@127.0.0.1:1/none')
  let asked = 0
  const executeQuery = () => {
    asked++
    return new Promise(() => {})
  }
  const hanging = { engine: 'postgres', db: { executeQuery } }
  for (const database of [away, hanging]) {
    const { contact } = createRateLimits({ rateLimitFactor: 1 }, database as typeof away, { patienceMs: 20 })
    const take = () => contact.take({ ip: '203.0.113.1' } as never, { append() {} } as never)
    for (let time = 0; time < 5; time++) await take()
    await expect(take()).rejects.toMatchObject({ status: 429, code: 'rate_limited' })
  }
  expect(asked).toBe(1)
  await away.close()
})

/** Waits longer, because a process that counts alone would let too many pass. */
function countTogether(ctx: AppContext): AppContext {
  return { ...ctx, rateLimits: createRateLimits(ctx.config, ctx.database, { patienceMs: 60_000 }) }
}
