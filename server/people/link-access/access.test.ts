import request from 'supertest'
import { expect, test } from 'vitest'
import { routes } from '#shared/routes/routes.ts'
import { describeOnEitherEngine } from '../../testing/support/databases.ts'
import { cartBody, newKey, passing } from '../../testing/support/shop.ts'
import { createTestApp, type TestApp } from '../../testing/support/test-app.ts'

describeOnEitherEngine('what opens an order', (databases) => {
  async function placeOrder(settings: NodeJS.ProcessEnv = {}, cookie = '') {
    const { environment } = await databases.create()
    const { app, ctx } = await createTestApp({ ...environment, ...settings }, { verifier: passing })
    return { app, ctx, ...(await orderAt(app, cookie)) }
  }

  async function orderAt(app: TestApp['app'], cookie = '') {
    const answer = await request(app)
      .post('/api/checkout')
      .set({ 'Idempotency-Key': newKey(), Cookie: cookie })
      .send(cartBody({ paymentMethod: 'invoice' }))
      .expect(201)
    const [set = ''] = answer.get('set-cookie') ?? []
    return { set, ...answer.body }
  }

  test('is a cookie that only this very host sees, over TLS, and no script', async () => {
    const { set, app, order, ctx } = await placeOrder({
      SITE_URL: 'https://www.example.com',
      ALLOW_PLACEHOLDERS: '1',
    })
    expect(set).toMatch(
      /^__Host-orders=ot_[\w-]{43}; Max-Age=2592000; Path=\/; Expires=.*; HttpOnly; Secure; SameSite=Lax$/,
    )
    const cookie = set.split(';')[0] ?? ''
    await request(app).get(`/api/orders/${order.id}`).set('Cookie', cookie).expect(200)
    // A cookie that another host of the domain could have set opens nothing.
    await request(app).get(`/api/orders/${order.id}`).set('Cookie', cookie.replace('__Host-', '')).expect(404)
    await ctx.close()
  })

  test('is without TLS a plain cookie, for browsers refuse a Secure one there', async () => {
    const { set, ctx } = await placeOrder()
    expect(set).toMatch(/^orders=ot_[\w-]{43}; .*HttpOnly; SameSite=Lax$/)
    expect(set).not.toContain('Secure')
    await ctx.close()
  })

  test('is its token, however HTTP lets a header spell the scheme', async () => {
    const { app, order, accessToken, ctx } = await placeOrder()
    for (const scheme of ['Bearer ', 'bearer ', 'BEARER  ']) {
      await request(app)
        .get(`/api/orders/${order.id}`)
        .set('Authorization', scheme + accessToken)
        .expect(200)
    }
    await ctx.close()
  })

  test('holds the last five orders, whatever a browser sends', async () => {
    const tokens = Array.from({ length: 9 }, (_, index) => `ot_${String(index).repeat(43)}`)
    const { set, accessToken, ctx } = await placeOrder({}, `orders=${tokens.join('.')}.evil;%20x=y`)
    expect(/^orders=([^;]*)/.exec(set)?.[1]).toBe([accessToken, ...tokens.slice(0, 4)].join('.'))
    await ctx.close()
  })

  test.each([
    ['a page of another site', { 'Sec-Fetch-Site': 'cross-site' }],
    ['a page of another host of this site', { 'Sec-Fetch-Site': 'same-site' }],
    ['a browser that doesn’t say', {}],
  ])('opens by the link that %s leads to, and pushes out none of five others', async (_from, headers) => {
    const { app, order, accessToken, ctx } = await placeOrder()
    const own = Array.from({ length: 5 }, (_, index) => `ot_${String(index).repeat(43)}`)
    const follow = async (cookie: string, token: string, id: string) => {
      const link = `${routes.completedOrder(id)}&token=${token}`
      const answer = await request(app)
        .get(link)
        .set({ ...headers, Cookie: cookie })
      return answer.get('set-cookie')?.[0]?.split(';')[0] ?? ''
    }
    const opened = await follow(`orders=${own.join('.')}`, accessToken, order.id)
    expect(opened).toBe(`orders=${[...own, accessToken].join('.')}`)
    await request(app).get(routes.completedOrder(order.id)).set('Cookie', opened).expect(200)
    expect(await follow(opened, accessToken, order.id)).toBe(opened)

    const another = await orderAt(app)
    expect(await follow(opened, another.accessToken, another.order.id)).toBe(
      `orders=${[...own, another.accessToken].join('.')}`,
    )
    await ctx.close()
  })

  test('opens by a link of the visitor’s own as the newest of five', async () => {
    const { app, order, accessToken, ctx } = await placeOrder()
    const own = Array.from({ length: 5 }, (_, index) => `ot_${String(index).repeat(43)}`)
    const answer = await request(app)
      .get(`${routes.completedOrder(order.id)}&token=${accessToken}`)
      .set({ 'Sec-Fetch-Site': 'none', Cookie: `orders=${own.join('.')}` })
    expect(answer.get('set-cookie')?.[0]?.split(';')[0]).toBe(
      `orders=${[accessToken, ...own.slice(0, 4)].join('.')}`,
    )
    await ctx.close()
  })

  test('is looked for among the first six tokens of a cookie, whatever a client sends', async () => {
    const { app, order, accessToken, ctx } = await placeOrder()
    const status = async (before: number) => {
      const others = Array.from({ length: before }, () => `ot_${'x'.repeat(43)}`)
      const Cookie = `orders=${[...others, accessToken].join('.')}`
      return (await request(app).get(`/api/orders/${order.id}`).set({ Cookie })).status
    }
    expect(await status(5)).toBe(200)
    expect(await status(6)).toBe(404)
    await ctx.close()
  })

  test('is the whole token, of this order and no other', async () => {
    const { app, order, accessToken, ctx } = await placeOrder()
    const wrong = [
      accessToken.slice(0, -1),
      `${accessToken}x`,
      accessToken.toUpperCase(),
      'ot_',
      'x'.repeat(5000),
    ]
    const unknown = await request(app)
      .get('/api/orders/ord_none')
      .set('Authorization', `Bearer ${accessToken}`)
    expect(unknown.status).toBe(404)
    for (const token of wrong) {
      const answer = await request(app).get(`/api/orders/${order.id}`).set('Authorization', `Bearer ${token}`)
      expect({ ...answer.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' })
    }
    for (const path of ['%ZZ', '%ZZ/invoice.pdf', '%ZZ?token=x', '%00', `%00?token=${accessToken}`]) {
      const answer = await request(app)
        .get(`/api/orders/${path}`)
        .set('Authorization', `Bearer ${accessToken}`)
      expect(answer.get('cache-control')).toBe(unknown.get('cache-control'))
      expect({ ...answer.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' })
    }
    await ctx.close()
  })

  test('becomes a cookie where it comes in an address, which loses it', async () => {
    const { app, order, accessToken, ctx } = await placeOrder()
    const path = `/api/orders/${order.id}`
    const swapped = await request(app).get(path).query({ token: accessToken, next: 'https://evil.example' })
    expect(swapped.status).toBe(303)
    expect(swapped.get('location')).toBe(path)
    expect(swapped.get('set-cookie')?.[0]).toMatch(/^orders=ot_/)
    expect(swapped.get('referrer-policy')).toBe('no-referrer')
    expect(swapped.get('cache-control')).toBe('private, no-store')
    const wrong = await request(app)
      .get(path)
      .query({ token: `${accessToken}x` })
    expect(wrong.status).toBe(404)
    expect(wrong.headers).not.toHaveProperty('set-cookie')
    await ctx.close()
  })
})
