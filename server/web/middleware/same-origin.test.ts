import request from 'supertest'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { routes } from '#shared/routes/routes.ts'
import { createTestApp, type TestApp } from '../../testing/support/test-app.ts'

let site: TestApp
beforeAll(async () => {
  site = await createTestApp({
    SITE_URL: 'https://www.example.com',
    CORS_ORIGINS: 'https://web.example.com',
  })
})
afterAll(() => site.ctx.close())

const post = (path: string, headers: Record<string, string>) =>
  request(site.app).post(path).set('Host', 'internal:3000').set(headers).send({})

const refused = { status: 403, body: { code: 'cross_origin_refused' } }

test.each<[string, Record<string, string>]>([
  ['another site', { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }],
  ['another site, over HTTP', { Origin: 'http://evil.example' }],
  ['another host of our domain', { Origin: 'https://blog.example.com', 'Sec-Fetch-Site': 'same-site' }],
  ['our host at another port', { Origin: 'http://internal:4000' }],
  ['a sandboxed frame', { Origin: 'null', 'Sec-Fetch-Site': 'cross-site' }],
  ['a file', { Origin: 'null' }],
  ['a page that hides its origin', { 'Sec-Fetch-Site': 'cross-site' }],
  ['one that looks like ours', { Origin: 'https://www.example.com.evil.example' }],
])('a change asked for by a page of %s is refused', async (_case, headers) => {
  for (const path of [apiRoutes.checkout, apiRoutes.contact, routes.contact, apiRoutes.activation]) {
    expect(await post(path, headers)).toMatchObject(refused)
  }
  expect(await post('/api/orders/ord_1/resend', headers)).toMatchObject(refused)
})

test.each<[string, Record<string, string>]>([
  ['the site itself', { Origin: 'https://www.example.com', 'Sec-Fetch-Site': 'same-origin' }],
  ['the site, by another of its names', { Origin: 'http://internal:3000' }],
  ['the site, hiding its origin', { Origin: 'null', 'Sec-Fetch-Site': 'same-origin' }],
  ['an origin of CORS_ORIGINS', { Origin: 'https://web.example.com', 'Sec-Fetch-Site': 'cross-site' }],
  ['a program, such as the desktop application', {}],
])('one asked for by %s is heard', async (_case, headers) => {
  for (const path of [apiRoutes.checkout, apiRoutes.contact, apiRoutes.activation]) {
    expect((await post(path, headers)).status).not.toBe(403)
  }
})

test('requests that change nothing may come from anywhere, as may signed webhooks', async () => {
  const foreign = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }
  expect((await request(site.app).get('/pricing').set(foreign)).status).toBe(200)
  expect((await post('/_content/news', foreign)).status).toBe(200)
  expect((await post('/api/webhooks/stripe', foreign)).body.code).toBe('webhook_not_configured')
})
