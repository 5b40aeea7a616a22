import supertest from 'supertest'
import { expect, test } from 'vitest'
import { createStripeProvider } from '../../shop/payments/stripe.ts'
import { describeOnBothEngines } from '../support/databases.ts'
import { cartBody, newKey, useShops, webhookSecret } from '../support/shop.ts'

describeOnBothEngines('a payment provider that never answers', (databases) => {
  const openShop = useShops(databases)

  test('is given up after its time; the order is kept, and nobody else waits meanwhile', async () => {
    const shop = await openShop()
    const stripe = { secretKey: 'sk_test_1', webhookSecrets: [webhookSecret], apiUrl: shop.stripe.url }
    const payments = createStripeProvider(stripe, shop.ctx.config.siteUrl, 1000)
    const { app } = await shop.another({ payments })
    const checkOut = (key: string) =>
      supertest(app).post('/api/checkout').set('Idempotency-Key', key).send(cartBody())
    shop.stripe.mood = 'silent'
    const key = newKey()
    const waiting = checkOut(key).then((answer) => answer)
    await expect.poll(() => shop.stripe.calls.length).toBeGreaterThan(0)
    await shop.checkOut({ paymentMethod: 'invoice' }).expect(201)
    await supertest(app).get('/pricing').expect(200)
    expect((await checkOut(key)).body.code).toBe('in_progress')

    const { status, body, headers } = await waiting
    expect([status, body.code, headers['retry-after']]).toEqual([503, 'payment_provider_unavailable', '10'])
    shop.stripe.mood = 'well'
    await checkOut(key).expect(201)
    const orders = await shop.ctx.database.db.selectFrom('orders').select('id').execute()
    expect(orders).toHaveLength(2)
  })
})
