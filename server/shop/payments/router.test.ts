import request from 'supertest'
import { expect, test } from 'vitest'
import { describeOnBothEngines } from '../../testing/support/databases.ts'
import { type TestShop, useShops, webhookSecret } from '../../testing/support/shop.ts'
import { signedEvent, signedText } from '../../testing/support/stripe-server.ts'

const completed = 'checkout.session.completed'

describeOnBothEngines('the webhook', (databases) => {
  const openShop = useShops(databases)

  async function openPaid() {
    const shop = await openShop()
    const { order } = await shop.placeCardOrder()
    const session = shop.stripe.sessionOf(order.id)
    shop.stripe.pay(session)
    const genuine = signedEvent(completed, session, { secret: webhookSecret })
    return { shop, order, session, genuine }
  }

  function send({ app }: TestShop, body: string, signature?: string) {
    const headers = {
      'content-type': 'application/json',
      ...(signature && { 'stripe-signature': signature }),
    }
    return request(app).post('/api/webhooks/stripe').set(headers).send(body)
  }

  async function stored({ ctx }: TestShop): Promise<number> {
    await ctx.background.settled()
    return (await ctx.database.db.selectFrom('webhook_events').selectAll().execute()).length
  }

  test('believes nothing that isn’t signed with its secret, lately, over these very bytes', async () => {
    const { shop, session, genuine } = await openPaid()
    const old = signedEvent(completed, session, { secret: webhookSecret, at: Date.now() - 301_000 })
    const forged = signedEvent(completed, session, { secret: 'whsec_other' })
    const attempts = [
      [genuine.body, undefined],
      [genuine.body, 't=1,v1=00'],
      [genuine.body, forged.signature],
      [genuine.body.replace('completed', 'expired'), genuine.signature],
      [`${genuine.body} `, genuine.signature],
      [old.body, old.signature],
      ['', genuine.signature],
    ] as const
    for (const [body, signature] of attempts) {
      const answer = await send(shop, body, signature)
      expect(answer.status).toBe(400)
      expect(answer.body.code).toBe('signature_invalid')
    }
    expect(await stored(shop)).toBe(0)
    await send(shop, genuine.body, genuine.signature).expect(200)
    expect(await stored(shop)).toBe(1)
  })

  test('believes no amount or state that an event tells: it asks the provider', async () => {
    const shop = await openShop()
    const { order, accessToken } = await shop.placeCardOrder()
    const lie = {
      ...shop.stripe.sessionOf(order.id),
      status: 'complete',
      payment_status: 'paid',
    }
    const { body, signature } = signedEvent(completed, lie, { secret: webhookSecret })
    await send(shop, body, signature).expect(200)
    await shop.ctx.background.settled()
    const answer = await request(shop.app)
      .get(`/api/orders/${order.id}`)
      .set('Authorization', `Bearer ${accessToken}`)
    expect(answer.body).toMatchObject({ status: 'pending', invoice: null })
  })

  test('forgets what concerns no order and no payment', async () => {
    const shop = await openShop()
    const whole = { id: 'evt_1', object: 'event', type: completed, data: { object: { id: 'cs_1' } } }
    const bodies = [
      whole,
      { ...whole, data: { object: { client_reference_id: { id: 'ord_1' } } } },
      { ...whole, data: { object: { metadata: { order_id: 7 } } } },
      { ...whole, id: undefined },
      { ...whole, object: 'v2.core.event', data: undefined, related_object: { id: 'pi_1' } },
      [],
      null,
    ]
    for (const each of bodies) {
      const body = JSON.stringify(each)
      const { signature } = signedText(body, { secret: webhookSecret })
      await send(shop, body, signature).expect(200)
    }
    expect(await stored(shop)).toBe(0)
  })

  test('takes no more than 1 MiB', async () => {
    const { shop, genuine } = await openPaid()
    const answer = await send(shop, 'x'.repeat(1024 * 1024 + 1), genuine.signature)
    expect(answer.status).toBe(413)
  })
})
