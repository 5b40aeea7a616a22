import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import request from 'supertest'
import { afterEach, expect, test } from 'vitest'
import { apiRoutes, routes } from '#shared/routes.ts'
import { cartBody, newKey, passing } from './testing/shop.ts'
import { createTestApp } from './testing/test-app.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close()
    server.closeAllConnections()
  }
})

test('a web tier takes content and prices from the API tier', async () => {
  const api = await createTestApp()
  const base = await listen(createServer(api.app))
  const web = await createTestApp({ API_BASE_URL: base })
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

test('a web tier shows an order that its API tier opens, by the token of a link and by the cookie', async () => {
  const api = await createTestApp({}, { verifier: passing })
  const base = await listen(createServer(api.app))
  const web = await createTestApp({ API_BASE_URL: base })
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

async function listen(server: Server): Promise<string> {
  servers.push(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
