import supertest from 'supertest'
import { describe, expect, test } from 'vitest'
import { changeOfferSchema } from '#shared/licensing/change-offer.ts'
import { newCodeSchema } from '#shared/pricing/codes.ts'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { routes } from '#shared/routes/routes.ts'
import { describeOnEitherEngine, onBoth } from '../../testing/support/databases.ts'
import { seedLicence } from '../../testing/support/licensing.ts'
import { changeBody, newKey, type TestShop, useShops } from '../../testing/support/shop.ts'
import { acceptReview } from '../orders/accept-review.ts'
import { cancelOrder } from '../orders/close-order.ts'
import { findOrder } from '../orders/order-store.ts'
import { refundOrder } from '../orders/refund-order.ts'
import { settle } from '../orders/settle.ts'
import { markPaid } from '../orders/take-payment.ts'
import { addCode, endCode, listCodes } from './codes.ts'

const by = { who: 'command line' }

describeOnEitherEngine('discount codes', (databases) => {
  const openShop = useShops(databases)
  const customer = (email = 'ada@example.com') => ({ name: 'Ada Byron', email, country: 'AU' as const })

  async function shopWith(code: object, options = {}): Promise<TestShop> {
    const shop = await openShop(options)
    const { database, clock, random } = shop.ctx
    const parsed = newCodeSchema.parse({ code: 'crew10', percent: 10, ...code })
    await database.db
      .transaction()
      .execute((trx) => addCode(trx, parsed, { who: 'test', now: clock(), random }))
    return shop
  }

  const order = (shop: TestShop, change = {}) =>
    shop.checkOut({ code: 'CREW10', expectedTotal: 41_220, paymentMethod: 'invoice', ...change })

  const askForQuote = (shop: TestShop, email: string, verification = 'token') =>
    supertest(shop.app)
      .post(apiRoutes.quotes)
      .set('Idempotency-Key', newKey())
      .send({
        items: [{ sku: 'studio', qty: 2 }],
        code: 'CREW10',
        customer: customer(email),
        verification,
      })

  const usesOf = async (shop: TestShop) => {
    const [row] = await listCodes(shop.ctx.database.db, shop.ctx.clock())
    return { reserved: row?.reserved, counted: row?.counted }
  }

  const price = (shop: TestShop, body: object) =>
    supertest(shop.app)
      .post(apiRoutes.cartPrice)
      .send({ items: [{ sku: 'studio', qty: 2 }], country: 'AU', ...body })

  test('a cart is priced with and without one, and the order costs what was shown', async () => {
    const shop = await shopWith({})
    const { body: without } = await price(shop, {}).expect(200)
    expect(without).toMatchObject({ total: 45_800, tax: 4164, discount: 0, code: null })
    const { body: priced } = await price(shop, { code: ' crew 10 ' }).expect(200)
    expect(priced).toMatchObject({
      total: 41_220,
      tax: 3747,
      discount: 4580,
      currency: 'AUD',
      lines: [{ sku: 'studio', qty: 2, unitAmount: 22_900, discount: 4580, amount: 41_220, tax: 3747 }],
      code: { code: 'CREW10', says: '10% off' },
    })
    await order(shop, { expectedTotal: 45_800 }).expect(409)
    const { body } = await order(shop).expect(201)
    expect(body.order).toMatchObject({ total: 41_220, tax: 3747, discount: 4580 })
    expect(body.order.lines[0].discounts).toEqual([{ label: 'Code CREW10, 10% off', amount: 4580 }])
  })

  test('the payment provider is asked for the discounted sum', async () => {
    const shop = await shopWith({})
    const { body } = await order(shop, { paymentMethod: 'card' }).expect(201)
    expect(shop.stripe.sessionOf(body.order.id).amount_total).toBe(41_220)
  })

  test.each([
    ['is unknown', {}, { code: 'NONE' }, 'There’s no code NONE'],
    ['hasn’t begun', { from: '2999-01-01' }, {}, 'CREW10 starts on 1 January 2999.'],
    ['is over', { to: '2020-01-31' }, {}, 'CREW10 ended on 31 January 2020.'],
    ['is for other plans', { skus: ['solo'] }, {}, 'CREW10 takes nothing off what you’ve chosen.'],
    ['is for renewals', { for: 'renewal' }, {}, 'CREW10 takes nothing off what you’ve chosen.'],
  ])('one that %s is refused in its own words', async (_title, code, body, detail) => {
    const shop = await shopWith(code)
    for (const refused of [price(shop, { code: 'CREW10', ...body }), order(shop, body)]) {
      const answer = await refused.expect(422)
      expect(answer.body).toMatchObject({ code: 'code_invalid', errors: [{ pointer: '/code' }] })
      expect(answer.body.detail).toContain(detail)
    }
  })

  test('a use is reserved by the order, counted by the payment, or given back', onBoth, async () => {
    const shop = await shopWith({ maxUses: 1 })
    const { db } = shop.ctx.database
    const { body: first } = await order(shop).expect(201)
    expect(await usesOf(shop)).toEqual({ reserved: 1, counted: 0 })
    expect((await order(shop, { customer: customer('eve@example.com') }).expect(422)).body.detail).toBe(
      'CREW10 has been used.',
    )
    await cancelOrder(shop.ctx, first.order, by)
    expect(await usesOf(shop)).toEqual({ reserved: 0, counted: 0 })
    const { body: second } = await order(shop).expect(201)
    const paid = await findOrder(db, second.order.id)
    await markPaid(shop.ctx, paid as NonNullable<typeof paid>, {}, by)
    await refundOrder(shop.ctx, paid as NonNullable<typeof paid>, {}, by)
    expect(await usesOf(shop)).toEqual({ reserved: 0, counted: 1 })
  })

  test('a use comes back when an order in review is refunded, and counts when it is accepted', async () => {
    const shop = await shopWith({ maxUses: 1 })
    const review = async () => {
      const { body } = await order(shop, { paymentMethod: 'card' }).expect(201)
      shop.stripe.pay(shop.stripe.sessionOf(body.order.id), { amount_total: 41_000 })
      return (await settle(shop.ctx, body.order.id)) as NonNullable<Awaited<ReturnType<typeof settle>>>
    }
    const refunded = await review()
    expect(await usesOf(shop)).toEqual({ reserved: 1, counted: 0 })
    await expect(refundOrder(shop.ctx, refunded, { amount: 100 }, by)).rejects.toMatchObject({
      code: 'order_not_refundable',
    })
    expect(await refundOrder(shop.ctx, refunded, {}, by)).toMatchObject({
      status: 'refunded',
      refunded: 41_000,
      paid_at: null,
    })
    expect(await usesOf(shop)).toEqual({ reserved: 0, counted: 0 })

    await acceptReview(shop.ctx, await review(), by)
    expect(await usesOf(shop)).toEqual({ reserved: 0, counted: 1 })
  })

  test('a late payment keeps its price, also where the last use has gone to another', async () => {
    const shop = await shopWith({ maxUses: 1 })
    const { db } = shop.ctx.database
    const { body: first } = await order(shop).expect(201)
    await cancelOrder(shop.ctx, first.order, by)
    await order(shop).expect(201)
    const late = await findOrder(db, first.order.id)
    const paid = await markPaid(shop.ctx, late as NonNullable<typeof late>, {}, by)
    expect(paid).toMatchObject({ status: 'paid', total: 41_220 })
    expect(await usesOf(shop)).toEqual({ reserved: 1, counted: 1 })
  })

  test('an address has its own bound, whatever the case of its letters', onBoth, async () => {
    const shop = await shopWith({ maxUsesPerAddress: 1 })
    await order(shop).expect(201)
    const again = await order(shop, { customer: customer('ADA@example.com') }).expect(422)
    expect(again.body.detail).toBe('CREW10 was used with this address already.')
    await order(shop, { customer: customer('eve@example.com') }).expect(201)
  })

  test('a stranger isn’t told which addresses used it, before the human check', async () => {
    const verifier = { verify: async (token: string) => (token === 'token' ? 'ok' : 'failed') } as const
    const shop = await shopWith({ maxUses: 5, maxUsesPerAddress: 1 }, { verifier })
    await order(shop).expect(201)
    await askForQuote(shop, 'ben@example.com').expect(201)
    const told = async (email: string) => {
      const stranger = { customer: customer(email), verification: 'none' }
      const answers = [
        await order(shop, { ...stranger, expectedTotal: 1 }).expect(409),
        await order(shop, stranger).expect(422),
        await askForQuote(shop, email, 'none').expect(422),
        await price(shop, { code: 'CREW10' }).expect(200),
      ]
      return answers.map(({ text }) => text.replace(/"requestId":"[^"]*"/, ''))
    }
    const nobody = await told('nobody@example.com')
    expect(await told('ada@example.com')).toEqual(nobody)
    expect(await told('ben@example.com')).toEqual(nobody)
    const human = [await order(shop).expect(422), await askForQuote(shop, 'ada@example.com').expect(422)]
    for (const { body } of human) expect(body.detail).toBe('CREW10 was used with this address already.')
  })

  test('quotes and unpaid transfers hold half its uses, in a race with buyers by card', onBoth, async () => {
    const shop = await shopWith({ maxUses: 6 })
    const hold = (index: number) => {
      const email = `squatter-${index}@example.com`
      return index % 2 ? askForQuote(shop, email) : order(shop, { customer: customer(email) })
    }
    const buy = (index: number) =>
      order(shop, { customer: customer(`buyer-${index}@example.com`), paymentMethod: 'card' })
    const all = <Answer>(count: number, ask: (index: number) => PromiseLike<Answer>) =>
      Promise.all(Array.from({ length: count }, (_, index) => ask(index)))
    const held = await all(8, hold)
    expect(held.filter(({ status }) => status === 201)).toHaveLength(3)
    const [bought, late] = await Promise.all([all(3, buy), all(4, (index) => hold(index + 8))])
    expect(bought.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(late.map(({ status }) => status)).toEqual([422, 422, 422, 422])
  })

  test('a transfer that is paid holds none of its uses any more', async () => {
    const shop = await shopWith({ maxUses: 3 })
    const hold = (name: string) => order(shop, { customer: customer(`${name}@example.com`) })
    const { body: first } = await hold('ada').expect(201)
    await hold('ben').expect(201)
    const { body: refused } = await hold('eve').expect(422)
    expect(refused.detail).toContain('hold half of CREW10’s uses, and may hold no more.')
    const paid = await findOrder(shop.ctx.database.db, first.order.id)
    await markPaid(shop.ctx, paid as NonNullable<typeof paid>, {}, by)
    await hold('eve').expect(201)
  })

  test('one that was ended is refused, and orders placed with it keep their price', async () => {
    const shop = await shopWith({})
    const { body } = await order(shop, { paymentMethod: 'card' }).expect(201)
    const { database, clock, random } = shop.ctx
    await database.db
      .transaction()
      .execute((trx) => endCode(trx, 'CREW10', { who: 'test', now: clock(), random }))
    const [ended] = await listCodes(database.db, clock())
    expect(ended?.ended_at).toEqual(expect.any(String))
    await order(shop).expect(422)
    shop.stripe.pay(shop.stripe.sessionOf(body.order.id))
    expect(await settle(shop.ctx, body.order.id)).toMatchObject({ status: 'paid', total: 41_220 })
  })

  describe('for renewals', () => {
    const change = { renew: 2, extraSeats: 1 }

    async function openRenewal(code: object) {
      const shop = await shopWith(code)
      const { key } = await seedLicence(shop.ctx, { sku: 'solo', plan: 'Solo', seat_limit: 1 })
      const quote = (body: object = {}) =>
        supertest(shop.app)
          .post(apiRoutes.licenceQuote)
          .send({ licenceKey: key, change, code: 'CREW10', ...body })
      const renew = (body: object = {}) =>
        supertest(shop.app)
          .post(apiRoutes.checkout)
          .set('Idempotency-Key', newKey())
          .send(changeBody({ licence: { key }, change, code: 'CREW10', ...body }))
      return { shop, quote, renew }
    }

    test('is taken off the renewal alone, in the quote, the order and its invoice', async () => {
      const { shop, quote, renew } = await openRenewal({ for: 'renewal' })
      const { body: quoted } = await quote().expect(200)
      expect(changeOfferSchema.parse(quoted)).toMatchObject({
        lines: [
          { amount: 6900, discount: 0 },
          { unitAmount: 6900, qty: 2, discount: 1380, amount: 12_420 },
        ],
        discount: 1380,
        total: 19_320,
        tax: 1756,
        code: { code: 'CREW10', says: '10% off' },
      })
      await renew({ expectedTotal: 20_700 }).expect(409)
      const { body } = await renew({ expectedTotal: 19_320, paymentMethod: 'invoice' }).expect(201)
      expect(body.order).toMatchObject({ total: 19_320, tax: 1756, discount: 1380 })
      expect(body.order.documents[0].content).toMatchObject({
        total: 19_320,
        lines: [{ discounts: [] }, { discounts: [{ label: 'Code CREW10, 10% off', amount: 1380 }] }],
      })
      expect(await usesOf(shop)).toEqual({ reserved: 1, counted: 0 })
      const order = await findOrder(shop.ctx.database.db, body.order.id)
      await markPaid(shop.ctx, order as NonNullable<typeof order>, {}, by)
      expect(await usesOf(shop)).toEqual({ reserved: 0, counted: 1 })
    })

    test.each([
      ['for new licences', {}, {}],
      ['for renewals, where none is chosen', { for: 'renewal' }, { change: { extraSeats: 1 } }],
      ['of any kind, where nothing is chosen', { for: 'any' }, { change: undefined }],
      ['of another plan', { for: 'any', skus: ['studio'] }, {}],
    ])('one %s is refused in its own words', async (_title, code, body) => {
      const { quote, renew } = await openRenewal(code)
      const answers = [await quote(body).expect(422)]
      if (!('change' in body && body.change === undefined)) answers.push(await renew(body).expect(422))
      for (const { body: refused } of answers) {
        expect(refused).toMatchObject({
          code: 'code_invalid',
          detail: 'CREW10 takes nothing off what you’ve chosen.',
          errors: [{ pointer: '/code' }],
        })
      }
    })
  })

  test('one that takes everything off leaves nothing to pay', async () => {
    const shop = await shopWith({ percent: 100 })
    for (const paymentMethod of ['card', 'invoice']) {
      const { body } = await order(shop, { paymentMethod, expectedTotal: 0 }).expect(201)
      expect(body.order).toMatchObject({ status: 'paid', total: 0 })
      expect(body.order.lines[0].licences).toHaveLength(2)
      const link = `${routes.completedOrder(body.order.id)}&token=${body.accessToken}`
      const { text } = await supertest.agent(shop.app).get(link).redirects(1).expect(200)
      expect(text).toContain('Nothing to pay')
      expect(text).not.toContain('Paid in full')
    }
  })
})
