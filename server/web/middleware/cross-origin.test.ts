import request from 'supertest'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/support/test-app.ts'

const known = 'https://www.example.com'

let site: TestApp
beforeAll(async () => {
  site = await createTestApp({ CORS_ORIGINS: `${known}, https://other.example.com` })
})
afterAll(() => site.ctx.close())

const preflight = (path: string, origin: string) =>
  request(site.app).options(path).set({ Origin: origin, 'Access-Control-Request-Method': 'POST' })

test('only the origins of CORS_ORIGINS may call the API from a browser', async () => {
  const asking = (origin: string) => request(site.app).get('/api/pricing').set('Origin', origin)
  const allowed = await asking(known)
  expect(allowed.get('access-control-allow-origin')).toBe(known)
  expect(allowed.get('access-control-expose-headers')).toContain('Retry-After')
  for (const origin of ['https://evil.example', 'null', `${known}.evil.example`, 'http://www.example.com']) {
    expect((await asking(origin)).get('access-control-allow-origin')).toBeUndefined()
  }
})

test('an answer for one origin is no answer for another', async () => {
  for (const origin of [known, 'https://evil.example']) {
    const answer = await request(site.app).get('/api/pricing').set('Origin', origin)
    expect(answer.get('vary')).toMatch(/\bOrigin\b/)
  }
})

test('cookies come along from the named origins alone', async () => {
  const from = (origin: string) => request(site.app).get('/api/pricing').set('Origin', origin)
  expect((await from(known)).get('access-control-allow-credentials')).toBe('true')
  expect((await from(known)).get('access-control-allow-origin')).toBe(known)
  expect((await from('https://evil.example')).get('access-control-allow-origin')).toBeUndefined()
})

test('a preflight is asked once an hour', async () => {
  for (const path of ['/api/checkout', '/_content/news']) {
    const answer = await preflight(path, known)
    expect(answer.status).toBe(204)
    expect(answer.get('access-control-max-age')).toBe('3600')
    expect(answer.get('access-control-allow-methods')).toBe('GET,HEAD,POST,PUT')
    expect(answer.get('access-control-allow-headers')).toBe('Content-Type,Idempotency-Key,Authorization')
  }
  const refused = await preflight('/api/checkout', 'https://evil.example')
  expect(refused.get('access-control-allow-origin')).toBeUndefined()
})

test('OPTIONS without a preflight’s headers is a method that isn’t allowed', async () => {
  for (const path of ['/api/checkout', '/_content/news']) {
    await request(site.app).options(path).expect(405)
    await request(site.app).options(path).set('Origin', known).expect(405)
  }
})

test('no other origin may read pages and files, which answer as ever, nor the API without CORS_ORIGINS', async () => {
  const page = await request(site.app).get('/').set('Origin', known)
  expect(page.get('access-control-allow-origin')).toBeUndefined()
  await request(site.app).get('/%E0%A4%A').expect(404)
  const { app, ctx } = await createTestApp()
  const answer = await request(app).get('/api/pricing').set('Origin', known)
  expect(answer.get('access-control-allow-origin')).toBeUndefined()
  await ctx.close()
})
