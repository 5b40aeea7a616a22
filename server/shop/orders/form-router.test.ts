import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import supertest from 'supertest'
import { afterEach, expect, test } from 'vitest'
import type { OrderAct, PlacedOrder } from '#shared/orders/orders.ts'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { routes } from '#shared/routes/routes.ts'
import { describeOnEitherEngine, onBoth } from '../../testing/support/databases.ts'
import { readMails } from '../../testing/support/mailbox.ts'
import { cartBody, newKey, passing, stripeEnvironment } from '../../testing/support/shop.ts'
import { startStripe } from '../../testing/support/stripe-server.ts'
import { createTestApp, type TestApp } from '../../testing/support/test-app.ts'

const closing: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

describeOnEitherEngine('a form of an order’s page', (databases) => {
  async function open(settings: NodeJS.ProcessEnv = {}): Promise<TestApp> {
    const { environment } = await databases.create()
    const stripe = await startStripe()
    closing.push(stripe.close)
    const site = await createTestApp(
      { ...environment, ...stripeEnvironment(stripe), ...settings },
      { verifier: passing },
    )
    closing.push(() => site.ctx.close())
    return site
  }

  const placeOrder = async ({ app }: TestApp): Promise<PlacedOrder> => {
    const order = cartBody({ paymentMethod: 'invoice' })
    const asked = supertest(app).post(apiRoutes.checkout).set('Idempotency-Key', newKey()).send(order)
    return (await asked.expect(201)).body
  }

  const submit = (
    { app }: TestApp,
    { order, accessToken }: Pick<PlacedOrder, 'order' | 'accessToken'>,
    act: OrderAct | 'burn',
    headers: Record<string, string> = {},
  ) =>
    supertest(app)
      .post(routes.completed)
      .type('form')
      .set({ Cookie: `orders=${accessToken}`, ...headers })
      .send({ order: order.id, act })

  const show = (
    { app }: TestApp,
    { order, accessToken }: PlacedOrder,
    address = routes.completedOrder(order.id),
  ) => supertest(app).get(address).set('Cookie', `orders=${accessToken}`).expect(200)

  test('opens the payment page, to which the order’s page then links', async () => {
    const site = await open()
    const placed = await placeOrder(site)
    const answer = await submit(site, placed, 'pay').expect(303)
    expect(answer.headers).toMatchObject({
      location: routes.completedOrder(placed.order.id),
      'cache-control': 'private, no-store',
    })
    const { text } = await show(site, placed)
    expect(text).toMatch(/<a class="TextLink" href="http[^"]+\/pay\/[^"]+">Go on to the payment<\/a>/)
    // A repeat leads to the same page.
    await submit(site, placed, 'pay').expect(303)
  })

  test('sends the mail again, and says so', async () => {
    const site = await open()
    const placed = await placeOrder(site)
    const answer = await submit(site, placed, 'resend').expect(303)
    expect(answer.get('location')).toBe(`${routes.completedOrder(placed.order.id)}&done=resend`)
    const { text } = await show(site, placed, answer.get('location'))
    expect(text).toContain('It’s on its way again, to ada@example.com.')
    const toBuyer = (await readMails(site.ctx)).filter(({ to }) => to === 'ada@example.com')
    expect(toBuyer).toHaveLength(2)
  })

  test('says that the mail has been sent too often', async () => {
    const site = await open({ RATE_LIMIT_FACTOR: '1' })
    const placed = await placeOrder(site)
    for (let time = 0; time < 3; time += 1) await submit(site, placed, 'resend').expect(303)
    const refused = await submit(site, placed, 'resend').expect(429)
    expect(refused.type).toBe('text/html')
    expect(refused.get('retry-after')).toMatch(/^\d+$/)
    expect(refused.text).toContain('It has been sent several times within the hour.')
    expect(refused.text).toContain(placed.order.number)
  })

  test('cancels the order once; what comes too late shows the order as it is', onBoth, async () => {
    const site = await open()
    const placed = await placeOrder(site)
    const [one, two] = await Promise.all([submit(site, placed, 'cancel'), submit(site, placed, 'cancel')])
    for (const { status, headers } of [one, two, await submit(site, placed, 'pay')])
      expect([status, headers.location]).toEqual([303, routes.completedOrder(placed.order.id)])
    expect((await show(site, placed)).text).toContain('This order was cancelled.')
    const events = site.ctx.database.db.selectFrom('order_events').select('event')
    const cancelled = await events.where('event', '=', 'order.cancelled').execute()
    expect(cancelled).toHaveLength(1)
  })

  test('does nothing for another site, without the order’s token, or for an act that there isn’t', async () => {
    const site = await open()
    const placed = await placeOrder(site)
    await submit(site, placed, 'cancel', {
      'Sec-Fetch-Site': 'cross-site',
      Origin: 'https://evil.example',
    }).expect(403)
    const { text } = await submit(site, { ...placed, accessToken: `ot_${'x'.repeat(43)}` }, 'cancel').expect(
      404,
    )
    expect(text).toContain('No order to show')
    await submit(site, { ...placed, order: { ...placed.order, id: 'ord_none' } }, 'cancel').expect(404)
    expect((await show(site, placed)).text).toContain('Your invoice is here.')
  })

  test('is passed on by a web tier to its API, with the refusal', async () => {
    const api = await open({ RATE_LIMIT_FACTOR: '1' })
    const server = createServer(api.app)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closing.push(() => server.close() && server.closeAllConnections())
    const API_BASE_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const web = await createTestApp({ API_BASE_URL, PRELOAD_TIMEOUT_MS: '60000' })
    closing.push(() => web.ctx.close())
    const placed = await placeOrder(api)
    for (let time = 0; time < 3; time += 1) await submit(web, placed, 'resend').expect(303)
    expect((await submit(web, placed, 'resend').expect(429)).text).toContain('several times within the hour')
    await submit(web, { ...placed, accessToken: '' }, 'cancel').expect(404)
    await submit(web, placed, 'cancel').expect(303)
    expect((await show(web, placed)).text).toContain('This order was cancelled.')
    await submit(web, placed, 'pay').expect(303)
  })
})
