import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import request from 'supertest'
import { afterEach, expect, test } from 'vitest'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { routes } from '#shared/routes/routes.ts'
import { describeOnEitherEngine } from '../../testing/support/databases.ts'
import { cartBody, newKey, passing } from '../../testing/support/shop.ts'
import { createTestApp, type TestApp } from '../../testing/support/test-app.ts'

const closing: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

describeOnEitherEngine('forgetting an order', ({ create }) => {
  async function open(settings: NodeJS.ProcessEnv = {}): Promise<TestApp> {
    const { environment } = await create()
    const site = await createTestApp({ ...environment, ...settings }, { verifier: passing })
    closing.push(() => site.ctx.close())
    return site
  }

  test('takes its token out of the cookie and leaves the others', async () => {
    const site = await open({ SITE_URL: 'https://www.example.com', ALLOW_PLACEHOLDERS: '1' })
    const [first, second] = [await placeOrder(site), await placeOrder(site)]
    const cookie = `__Host-orders=${first.accessToken}.${second.accessToken}`
    const forget = (id: string, held: string) =>
      request(site.app).post(routes.completed).type('form').set('Cookie', held).send({ order: id })

    const answer = await forget(first.order.id, cookie).expect(303)
    expect(answer.headers).toMatchObject({
      location: routes.orderForgotten,
      'cache-control': 'private, no-store',
    })
    expect(answer.get('set-cookie')).toEqual([
      expect.stringMatching(
        `^__Host-orders=${second.accessToken}; Max-Age=2592000; Path=/; Expires=.*; HttpOnly; Secure; SameSite=Lax$`,
      ),
    ])
    const left = cookieOf(answer)
    const show = (id: string) => request(site.app).get(routes.completedOrder(id)).set('Cookie', left)
    await show(first.order.id).expect(404)
    await show(second.order.id).expect(200)

    const last = await forget(second.order.id, left).expect(303)
    expect(last.get('set-cookie')?.[0]).toMatch(/^__Host-orders=; Max-Age=0; Path=\/; /)
    const page = await request(site.app).get(routes.orderForgotten).expect(200)
    expect(page.text).toContain('It no longer opens on this device.')
  })

  test('is asked for by this site alone, and of another order changes nothing', async () => {
    const site = await open()
    const { order, accessToken } = await placeOrder(site)
    const cookie = `orders=${accessToken}`
    const post = (headers: Record<string, string>, body: object = { order: order.id }) =>
      request(site.app)
        .post(routes.completed)
        .type('form')
        .set({ Cookie: cookie, ...headers })
        .send(body)
    const refused = await post({ 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' })
    expect(refused.status).toBe(403)
    expect(refused.get('set-cookie')).toBeUndefined()
    for (const body of [{ order: 'ord_none' }, {}, { 'order[x]': order.id }]) {
      expect((await post({}, body).expect(303)).get('set-cookie')).toBeUndefined()
    }
    const withoutCookie = await post({ Cookie: '' }).expect(303)
    expect(withoutCookie.get('set-cookie')).toBeUndefined()
  })

  test('reaches both cookies where web and API tiers are split', async () => {
    const siteUrl = 'http://www.example.com'
    const api = await open({ CORS_ORIGINS: siteUrl, SITE_URL: siteUrl })
    const server = createServer(api.app)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closing.push(() => server.close() && server.closeAllConnections())
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const web = await createTestApp({ API_BASE_URL: base, SITE_URL: siteUrl })
    closing.push(() => web.ctx.close())
    const [kept, forgotten] = [await placeOrder(api), await placeOrder(api)]
    const send = ({ app }: TestApp, path: string, headers: Record<string, string>) =>
      request(app)
        .post(path)
        .type('form')
        .set({ Cookie: `orders=${kept.accessToken}.${forgotten.accessToken}`, ...headers })
        .send({ order: forgotten.order.id })

    const atWeb = await send(web, routes.completed, { Origin: siteUrl }).expect(307)
    expect(atWeb.get('location')).toBe(base + apiRoutes.forgetOrder)
    const atApi = await send(api, apiRoutes.forgetOrder, {
      Origin: 'null',
      'Sec-Fetch-Site': 'same-site',
    }).expect(303)
    expect(atApi.get('location')).toBe(siteUrl + routes.orderForgotten)
    for (const answer of [atWeb, atApi]) expect(cookieOf(answer)).toBe(`orders=${kept.accessToken}`)

    server.close()
    server.closeAllConnections()
    const failed = await send(web, routes.completed, { Origin: siteUrl }).expect(503)
    expect(failed.type).toBe('text/html')
    expect(failed.get('set-cookie')).toBeUndefined()
  })
})

async function placeOrder({ app }: TestApp): Promise<{ order: { id: string }; accessToken: string }> {
  const answer = await request(app)
    .post(apiRoutes.checkout)
    .set('Idempotency-Key', newKey())
    .send(cartBody({ paymentMethod: 'invoice' }))
    .expect(201)
  return answer.body
}

function cookieOf(answer: request.Response): string {
  return answer.get('set-cookie')?.[0]?.split(';')[0] ?? ''
}
