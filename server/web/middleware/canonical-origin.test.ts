import request from 'supertest'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/support/test-app.ts'
import { canonicalOrigin } from './canonical-origin.ts'

const siteUrl = 'https://www.example.com'

let site: TestApp
beforeAll(async () => {
  site = await createTestApp({ SITE_URL: siteUrl, TRUST_PROXY: '1' })
})
afterAll(() => site.ctx.close())

const https = { 'X-Forwarded-Proto': 'https', Host: 'www.example.com' }

async function locationOf(path: string, headers: Record<string, string>, method: 'get' | 'post' = 'get') {
  const { status, headers: answer } = await request(site.app)
    [method](path)
    .set({ ...https, ...headers })
    .redirects(0)
  return status === 308 ? answer.location : null
}

test.each([
  ['by http', '/pricing?a=1', { 'X-Forwarded-Proto': 'http' }],
  ['by http through two proxies', '/', { 'X-Forwarded-Proto': 'http, https' }],
  ['by http to the API', '/api/pricing', { 'X-Forwarded-Proto': 'http' }],
  ['to another host', '/news', { Host: 'shop.platform.example' }],
  ['to another host, which the proxy names', '/', { Host: 'backend', 'X-Forwarded-Host': 'example.com' }],
  ['to another host, by two slashes', '//elsewhere.example/', { Host: 'example.com' }],
])('what came %s is redirected to SITE_URL', async (_how, path, headers) => {
  expect(await locationOf(path, headers)).toBe(siteUrl + path)
})

test('a proxy that drops the port of SITE_URL causes no loop', () => {
  const answered = vi.fn()
  const listener = canonicalOrigin({ siteUrl: 'https://www.example.com:4143', trustProxy: 1 }, answered)
  const headers = { 'x-forwarded-proto': 'https', host: 'www.example.com' }
  listener({ url: '/', headers } as never, {} as never)
  expect(answered).toHaveBeenCalledOnce()
})

test('a stored page is redirected too, and no cache keeps the redirect', async () => {
  await request(site.app).get('/legal/terms').set(https).expect(200)
  await request(site.app).get('/legal/terms').set(https).expect(200)
  const answer = await request(site.app)
    .get('/legal/terms')
    .set({ ...https, Host: 'example.com' })
    .expect(308)
  expect(answer.get('cache-control')).toBe('no-store')
})

test('a form that came by http is sent again with its method', async () => {
  expect(await locationOf('/contact', { 'X-Forwarded-Proto': 'http' }, 'post')).toBe(`${siteUrl}/contact`)
})

test.each([
  ['as SITE_URL says', '/', {}],
  ['as SITE_URL says, with the port', '/', { Host: 'WWW.example.com:443' }],
  ['past every proxy', '/', { Host: '10.0.0.7', 'X-Forwarded-Proto': '' }],
  ['through a proxy that names the server by its address', '/', { Host: '127.0.0.1:3000' }],
  ['through a proxy that names the server by a name of its own', '/', { Host: 'backend' }],
  ['to the API by another host', '/api/pricing', { Host: 'api.example.com' }],
  ['to see whether the process lives', '/healthz', { Host: 'a.b', 'X-Forwarded-Proto': 'http' }],
  ['to see whether it is ready', '/readyz', { Host: 'a.b', 'X-Forwarded-Proto': 'http' }],
])('what came %s is answered', async (_how, path, headers) => {
  expect(await locationOf(path, headers)).toBeNull()
})

test.each([
  ['no proxy is trusted', { siteUrl, trustProxy: 0 }],
  ['there is no SITE_URL', { siteUrl: 'http://localhost:3000', trustProxy: 1 }],
])('nothing is redirected where %s', (_why, config) => {
  const app = () => {}
  expect(canonicalOrigin(config, app)).toBe(app)
})
