import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import request from 'supertest'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { problemSchema } from '#shared/http/problem.ts'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { routes } from '#shared/routes/routes.ts'
import { createTestApp, type TestApp } from './testing/support/test-app.ts'

let site: TestApp
beforeAll(async () => {
  site = await createTestApp()
})
afterAll(() => site.ctx.close())

const big = JSON.stringify({ message: 'x'.repeat(65 * 1024) })

test.each([
  ['an unknown address', () => request(site.app).get('/api/nothing'), 404, 'not_found'],
  ['an address below another', () => request(site.app).get('/api/pricing/x'), 404, 'not_found'],
  ['a wrong method', () => request(site.app).delete('/api/pricing'), 405, 'method_not_allowed'],
  [
    'a body over 64 KiB',
    () => request(site.app).post('/api/pricing').type('json').send(big),
    413,
    'payload_too_large',
  ],
  [
    'another content type',
    () => request(site.app).post('/api/pricing').type('text').send('x'),
    415,
    'unsupported_media_type',
  ],
  ['broken JSON', () => request(site.app).post('/api/pricing').type('json').send('{'), 400, 'malformed_json'],
  [
    'JSON in what other programs call utf8',
    () =>
      request(site.app).post('/api/pricing').set('content-type', 'application/json; charset=utf8').send('{'),
    400,
    'malformed_json',
  ],
  ['a malformed escape', () => request(site.app).get('/api/%E0%A4%A'), 404, 'not_found'],
])('under /api %s is answered with problem+json', async (_case, send, status, code) => {
  const answer = await send()
  expect(answer.status).toBe(status)
  expect(answer.type).toBe('application/problem+json')
  const problem = problemSchema.parse(JSON.parse(answer.text))
  expect(problem).toMatchObject({ status, code, requestId: answer.get('x-request-id') })
})

test.each(['null', '"text"', '1', 'true', '[]'])(
  'JSON that is %s instead of an object is a wrong input',
  async (json) => {
    const answer = await request(site.app).post(apiRoutes.cartPrice).type('json').send(json)
    expect([answer.status, answer.body.code]).toEqual([422, 'validation_failed'])
  },
)

test('a 405 names the methods that are allowed', async () => {
  const allowed = {
    [apiRoutes.pricing]: 'GET, HEAD',
    [apiRoutes.forgetOrder]: 'POST',
    [routes.pricing]: 'GET, HEAD',
    ...Object.fromEntries(pagesWithForms.map((path) => [path, 'GET, HEAD, POST'])),
  }
  for (const [path, methods] of Object.entries(allowed)) {
    const answer = await request(site.app).put(path).expect(405)
    expect([path, answer.get('allow')]).toEqual([path, methods])
    expect([path, (await request(site.app).options(path)).get('allow')]).toEqual([path, methods])
  }
  await request(site.app).get(`${apiRoutes.forgetOrder}/nothing`).expect(404)
})

const pagesWithForms = [
  ...[routes.contact, routes.activation, routes.completed, routes.unsubscribe],
  ...[routes.licences, routes.licencesOpen, routes.licencesMove, routes.licencesChange],
]

test('an unexpected failure under /api is a 500 without a stack, and is logged', async () => {
  const { app, logged } = await createTestApp(
    {},
    {
      change: (ctx) => ({
        ...ctx,
        library: {
          ...ctx.library,
          get errors(): never {
            throw new Error('secret of the price list')
          },
        },
      }),
    },
  )
  const answer = await request(app).get('/api/pricing')
  expect(answer.status).toBe(500)
  expect(answer.type).toBe('application/problem+json')
  expect(answer.text).not.toContain('secret')
  expect(JSON.stringify(logged)).toContain('secret of the price list')
})

test('an answer names its request, by the id of a trusted proxy alone', async () => {
  const fromAnyone = await request(site.app).get('/api/pricing').set('X-Request-Id', 'mine')
  expect(fromAnyone.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)

  const behindProxy = await createTestApp({ TRUST_PROXY: '1' })
  const fromProxy = await request(behindProxy.app).get('/api/pricing').set('X-Request-Id', 'mine')
  expect(fromProxy.get('x-request-id')).toBe('mine')
  const hostile = await request(behindProxy.app).get('/api/pricing').set('X-Request-Id', 'a b"c')
  expect(hostile.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
})

test.each(['/api/pricing', '/api/openapi.json', '/updates/appcast.xml', '/sitemap.xml'])(
  'a cache may keep each coding of %s: its ETag is weak, and a 304 varies as the answer does',
  async (path) => {
    const { headers } = await request(site.app).get(path).expect(200)
    expect(headers).toMatchObject({
      etag: expect.stringMatching(/^W/),
      vary: expect.stringContaining('Accept-Encoding'),
    })
    const known = await request(site.app).get(path).set('If-None-Match', String(headers.etag)).expect(304)
    expect(known.get('vary')).toBe(headers.vary)
  },
)

test('built files never change, and an unknown one is a plain 404', async () => {
  const page = await request(site.app).get('/')
  const [script] = /\/assets\/entry-client-[\w-]+\.js/.exec(page.text) ?? []
  const file = await request(site.app).get(String(script))
  expect(file.status).toBe(200)
  expect(file.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect((await request(site.app).get('/assets/gone-abc.js')).status).toBe(404)
})

test('built files are sent as small as the build made them, in the coding that is asked for', async () => {
  const page = await request(site.app).get('/')
  const [script = ''] = /\/assets\/entry-client-[\w-]+\.js/.exec(page.text) ?? []
  const asked = (encoding: string) => request(site.app).get(script).set('Accept-Encoding', encoding)
  const plain = await asked('identity')
  const text = readFileSync(join('dist/client', script), 'utf8')
  expect(plain.get('content-encoding')).toBeUndefined()
  const etags = new Set([plain.get('etag')])
  for (const [encoding, ending] of [
    ['br', '.br'],
    ['gzip', '.gz'],
  ] as const) {
    const { headers, ...small } = await asked(encoding)
    expect(small.text).toBe(text)
    expect(headers).toMatchObject({
      'content-encoding': encoding,
      'content-length': String(statSync(join('dist/client', script + ending)).size),
      'content-type': plain.get('content-type'),
      vary: 'Accept-Encoding',
    })
    etags.add(headers.etag)
  }
  expect(etags.size).toBe(3)
  expect((await asked('br;q=0')).get('content-encoding')).toBeUndefined()
  expect(plain.get('vary')).toBe('Accept-Encoding')
})

test.each([
  ['/pricing/', '/pricing'],
  ['/pricing/?a=1', '/pricing?a=1'],
  ['//evil.example/', '/evil.example'],
  ['//pricing', '/pricing'],
  ['/%70ricing', '/pricing'],
])('%s is moved to %s', async (from, to) => {
  const answer = await request(site.app).get(from)
  expect(answer.status).toBe(301)
  expect(answer.get('location')).toBe(to)
})

test('a shutdown ends readiness and asks connections to close', async () => {
  const { app, ctx } = await createTestApp()
  expect((await request(app).get('/readyz')).body).toEqual({ status: 'ready' })
  const checks = { running: true, database: true, disk: true }
  expect((await request(app).get('/readyz?verbose')).body).toEqual({ status: 'ready', checks })
  ctx.readiness.beginShutdown()
  expect((await request(app).get('/readyz')).status).toBe(503)
  const verbose = await request(app).get('/readyz?verbose')
  expect(verbose.body).toEqual({ status: 'not ready', checks: { running: false } })
  expect((await request(app).get('/healthz')).status).toBe(200)
  expect((await request(app).get('/pricing')).get('connection')).toBe('close')
})
