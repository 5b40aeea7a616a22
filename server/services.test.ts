import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import request from 'supertest'
import { afterEach, describe, expect, test } from 'vitest'
import { HttpError } from '#shared/http/http-client.ts'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { routes } from '#shared/routes/routes.ts'
import { remoteServices } from './services.ts'
import { cartBody, newKey, passing } from './testing/support/shop.ts'
import { createTestApp, type TestApp } from './testing/support/test-app.ts'
import { AppError } from './web/http/errors.ts'

const servers: Server[] = []
const sites: TestApp[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.close()
    server.closeAllConnections()
  }
  for (const { ctx } of sites.splice(0)) await ctx.close()
})

test('a web tier takes content and prices from the API tier', async () => {
  const api = await createTestApp()
  const base = await listen(createServer(api.app))
  const web = await createTestApp({ API_BASE_URL: base, PRELOAD_TIMEOUT_MS: '60000' })
  const page = await request(web.app).get(routes.article('where-to-put-the-reading-line'))
  expect(page.status).toBe(200)
  expect(page.text).toContain('"unitAmount"')
  const asked = api.logged
    .filter(({ msg }) => msg === 'request')
    .map(({ method, path }) => `${method} ${path}`)
  expect(asked).toContain('GET /api/pricing')
  expect(asked).toContain('POST /_content/news/where-to-put-the-reading-line')
  expect((await request(web.app).get(routes.article('nothing'))).status).toBe(404)
})

test('without its API tier a page is an error page, and one that needs only prices goes without them', async () => {
  const base = await listen(createServer())
  servers.splice(0)[0]?.close()
  const web = await createTestApp({ API_BASE_URL: base })
  expect((await request(web.app).get(routes.news)).status).toBe(500)
  const shop = await request(web.app).get(routes.shop)
  expect(shop.status).toBe(200)
  expect(shop.text).toContain('"pricing":null')
})

test('an API tier that is silent, at once or within its answer, is given up', async () => {
  const silent = await listen(createServer())
  const halting = await listen(createServer((_, response) => response.writeHead(200).write('{')))
  for (const apiBaseUrl of [silent, halting]) {
    const services = remoteServices({ apiBaseUrl, siteUrl: apiBaseUrl }, { readMs: 20, actMs: 20 })
    await expect(services.content('news', {})).rejects.toThrow()
    await expect(services.pricing()).rejects.toThrow()
  }
})

test('prices of another shape are none', async () => {
  const base = await listen(createServer((_, response) => response.end('{"products":5}')))
  const web = await createTestApp({ API_BASE_URL: base, PRELOAD_TIMEOUT_MS: '60000' })
  const shop = await request(web.app).get(routes.shop)
  expect(shop.status).toBe(200)
  expect(shop.text).toContain('"pricing":null')
})

test('a web tier shows an order that its API tier opens, by the token of a link and by the cookie', async () => {
  const api = await createTestApp({}, { verifier: passing })
  const base = await listen(createServer(api.app))
  const web = await createTestApp({ API_BASE_URL: base, PRELOAD_TIMEOUT_MS: '60000' })
  const { body } = await request(api.app)
    .post(apiRoutes.checkout)
    .set('Idempotency-Key', newKey())
    .send(cartBody({ paymentMethod: 'invoice' }))
    .expect(201)
  const path = routes.completedOrder(body.order.id)
  const swapped = await request(web.app).get(`${path}&token=${body.accessToken}`).expect(303)
  const cookie = swapped.get('set-cookie')?.[0]?.split(';')[0] ?? ''
  const page = await request(web.app).get(path).set('Cookie', cookie).expect(200)
  expect(page.text).toContain(body.order.number)
  await request(web.app).get(path).expect(404)
})

describe('a refusal of the API tier', () => {
  async function actOn(answer: { status: number; headers?: Record<string, string>; body: unknown }) {
    const base = await listen(
      createServer((_req, res) => {
        res.writeHead(answer.status, answer.headers).end(JSON.stringify(answer.body))
      }),
    )
    const services = remoteServices({ apiBaseUrl: base, siteUrl: base })
    const access = { authorization: `Bearer ot_${'x'.repeat(43)}` }
    return services.orderAct('pay', 'ord_1', access).catch((error) => error)
  }
  const problem = {
    type: 'about:blank',
    title: 'Conflict',
    status: 409,
    detail: 'The total is another one.',
    code: 'price_changed',
    requestId: 'r',
  }

  test('keeps its code, errors, members and wait', async () => {
    const errors = [{ pointer: '/total', code: 'custom', detail: 'Too low.' }]
    const body = { ...problem, errors, total: 8900 }
    const error = await actOn({ status: 409, headers: { 'Retry-After': '7' }, body })
    expect(error).toBeInstanceOf(AppError)
    expect(error).toMatchObject({
      status: 409,
      code: 'price_changed',
      message: 'The total is another one.',
      errors,
      headers: { 'Retry-After': '7' },
    })
    expect(error.members).toEqual({ total: 8900 })
  })

  test.each([
    ['has an unknown code', { ...problem, code: 'whatever_a_proxy_says' }],
    ['is no problem', { code: 'price_changed', detail: 'x' }],
    ['is a text', 'Bad gateway'],
  ])('that %s is an error of the API', async (_what, body) => {
    expect(await actOn({ status: 409, body })).toBeInstanceOf(HttpError)
  })
})

describe('the visitors of a web tier', () => {
  const made = `ot_${'x'.repeat(43)}`

  /** Requests per address and minute, at a tenth of the usual limits. */
  const mostViews = 12

  /** Opens both tiers with rate limits. The API trusts the configured proxies. */
  async function openTiers(settings: NodeJS.ProcessEnv) {
    const DATA_DIR = mkdtempSync(join(tmpdir(), 'site-'))
    const api = await createTestApp(
      { RATE_LIMIT_FACTOR: '0.1', DATA_DIR, ...settings },
      { verifier: passing },
    )
    const base = await listen(createServer(api.app))
    const web = await createTestApp({
      RATE_LIMIT_FACTOR: '1',
      TRUST_PROXY: '1',
      API_BASE_URL: base,
      PRELOAD_TIMEOUT_MS: '60000',
    })
    sites.push(api, web)
    const { body } = await request(api.app)
      .post(apiRoutes.checkout)
      .set('Idempotency-Key', newKey())
      .send(cartBody({ paymentMethod: 'invoice' }))
      .expect(201)
    const look = (from: string, token?: string) =>
      request(web.app)
        .get(routes.completedOrder(body.order.id))
        .set({ 'X-Forwarded-For': from, ...(token && { Cookie: `orders=${token}` }) })
    return { api, web, body, look }
  }

  test.each([
    ['the number of hops', '1'],
    ['its address', 'loopback'],
  ])('are counted one by one by an API that trusts it by %s', async (_by, TRUST_PROXY) => {
    const { body, look } = await openTiers({ TRUST_PROXY })
    let forged = 0
    const attack = () => look(`198.51.100.${forged++}, 203.0.113.66`, made)
    for (let view = 0; view < mostViews; view++) expect((await attack()).status).toBe(404)
    const refused = await attack()
    expect(refused.status).toBe(503)
    expect(refused.get('retry-after')).toBe('5')
    expect((await look('203.0.113.1', body.accessToken)).status).toBe(200)
  })

  test('can’t be played by anybody else', async () => {
    const { api, look } = await openTiers({ TRUST_PROXY: '192.0.2.1' })
    const ask = (from: string) =>
      request(api.app).get(apiRoutes.order('ord_1')).set({ 'X-Forwarded-For': from })
    for (let time = 0; time < mostViews; time++) expect((await ask(`203.0.113.${time}`)).status).toBe(404)
    expect((await ask('198.51.100.1')).status).toBe(429)
    // The API doesn't trust an unknown web tier.
    expect((await look('198.51.100.2', made)).status).toBe(503)
  })

  test('are asked for only with a token of the right form', async () => {
    const { api, look } = await openTiers({})
    for (const token of [undefined, 'ot_short', `${made}x`]) {
      expect((await look('203.0.113.1', token).set('Authorization', 'Bearer x')).status).toBe(404)
    }
    expect(api.logged.filter(({ path }) => String(path).startsWith('/api/orders/'))).toEqual([])
  })

  test('are asked for only by an id of the right form', async () => {
    const { api, web } = await openTiers({})
    for (const order of ['', 'ord 1', '../pricing', 'o'.repeat(20_000)]) {
      const forget = request(web.app).post(routes.completed).type('form').send({ order })
      expect((await forget.set('Cookie', `orders=${made}`)).status).toBe(307)
    }
    expect(api.logged.filter(({ msg }) => msg === 'request')).toHaveLength(1)
  })
})

async function listen(server: Server): Promise<string> {
  servers.push(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
