import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import supertest from 'supertest'
import { afterEach, expect, test } from 'vitest'
import { newCodeSchema } from '#shared/pricing/codes.ts'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { deskApiRoutes } from '#shared/routes/desk-routes.ts'
import { momentOf } from '../../runtime/moment.ts'
import { describeOnEitherEngine, onBoth } from '../../testing/support/databases.ts'
import { deskAs, deskOptions } from '../../testing/support/desk.ts'
import { newKey, useShops, webhookSecret } from '../../testing/support/shop.ts'
import { refusalChecks, runRefusalCheck } from '../../testing/support/stripe/refusal-checks.ts'
import { addCode } from '../codes/codes.ts'
import { settle } from '../orders/settle.ts'
import { settleDue } from '../orders/settle-due.ts'
import { storeEvent } from '../orders/webhook-events.ts'
import { refuseCardSum } from './card-sum.ts'
import { PaymentRefused } from './provider.ts'
import * as refusals from './refusals.ts'
import { createStripeProvider } from './stripe.ts'

type Answer = { status: number; body: object }

const session: Answer = { status: 200, body: { id: 'cs_test_1', url: 'https://pay.example/1', object: 'x' } }

const refusal = (status: number, code?: string): Answer => ({
  status,
  body: {
    error: { type: 'invalid_request_error', message: `It says ${code ?? status}`, ...(code && { code }) },
  },
})

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

/** Answers each request of the provider with the next answer, or with the last one again. */
async function providerAnswering(...answers: Answer[]) {
  const asked: { path: string; body: URLSearchParams }[] = []
  const server = createServer(async (req, res) => {
    let text = ''
    for await (const chunk of req) text += chunk
    const { status, body } = answers[Math.min(asked.length, answers.length - 1)] as Answer
    asked.push({ path: req.url ?? '', body: new URLSearchParams(text) })
    res.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  stops.push(() => {
    server.close()
    server.closeAllConnections()
  })
  const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const settings = { secretKey: 'sk_test_1', webhookSecrets: [webhookSecret], apiUrl }
  return { asked, payments: createStripeProvider(settings, 'https://shop.example') }
}

test.each([
  [0, 'AUD', null],
  [49, 'AUD', 'A card payment starts at A$0.50. Pay by transfer, or add something.'],
  [50, 'AUD', null],
  [29, 'GBP', 'A card payment starts at £0.30. Pay by transfer, or add something.'],
  [1499, 'CZK', 'A card payment starts at CZK 15.00. Pay by transfer, or add something.'],
  [1, 'ZAR', null],
  [99_999_999, 'AUD', null],
  [100_000_000, 'AUD', 'A card payment ends at A$999,999.99. Pay by transfer.'],
])('%i hundredths of %s by card: %s', (total, currency, words) => {
  expect(refuseCardSum({ total, currency })?.replaceAll('\u00a0', ' ') ?? null).toBe(words)
})

describeOnEitherEngine('a refusal of the payment provider', (databases) => {
  const openShop = useShops(databases)

  test.each(Object.entries(refusalChecks))('%s', onBoth, async (_name, check) =>
    runRefusalCheck((await databases.create()).database.db, refusals, check),
  )

  test('is no outage: the order is kept, and the owner hears of it once an hour', onBoth, async () => {
    const clock = { now: Date.parse('2026-11-22T02:10:00Z') }
    const { asked, payments } = await providerAnswering(refusal(401), refusal(401), refusal(403), session)
    const shop = await openShop(await deskOptions({ payments, clock: () => new Date(clock.now) }))
    const { db } = shop.ctx.database
    const mails = () =>
      db
        .selectFrom('mails')
        .select('params')
        .where('kind', '=', 'payment_refused')
        .orderBy('created_at')
        .execute()
    const owner = await deskAs(shop, 'owner')
    const found = async () =>
      (await owner.get(deskApiRoutes.overview).expect(200)).body.doctor.filter(
        ({ where }: { where: string }) => where === 'card payments',
      )
    const key = newKey()
    for (const expected of [1, 1, 2]) {
      if (expected === 2) clock.now += 3_600_000
      const { body } = await shop.checkOut({}, key).expect(502)
      expect(body).toMatchObject({
        code: 'payment_refused',
        detail: 'Cards don’t work at the moment. Pay by transfer, or try later.',
      })
      expect(await mails()).toHaveLength(expected)
    }
    expect(await mails()).toMatchObject([{ params: expect.stringContaining('401') }, {}])
    expect(await found()).toMatchObject([{ found: expect.stringContaining('It says 403') }])
    await shop.checkOut({}, key).expect(201)
    expect(await found()).toEqual([])
    expect(asked).toHaveLength(4)
    expect(await db.selectFrom('orders').select('id').execute()).toHaveLength(1)
  })

  test('of a look at a payment, or of a refund, is told the same way, and forgotten once that works', async () => {
    const clock = { now: Date.parse('2026-11-22T02:10:00Z') }
    const shop = await openShop(await deskOptions({ clock: () => new Date(clock.now) }))
    const { stripe, ctx } = shop
    const { db } = ctx.database
    const findings = async () => (await refusals.findRefusals(db)).map(({ found }) => found)
    const mails = () =>
      db.selectFrom('mails').select('params').where('kind', '=', 'payment_refused').execute()
    const { order } = await shop.placeCardOrder()
    stripe.pay(stripe.sessionOf(order.id))
    for (const [mood, status] of [
      ['wrong key', 401],
      ['restricted', 403],
    ] as const) {
      stripe.mood = mood
      clock.now += 3_600_000
      await settleDue(ctx)
      expect(await findings()).toEqual([expect.stringContaining(`about payments refused`)])
      expect((await findings())[0]).toContain(`: ${status}: `)
    }
    expect(await mails()).toHaveLength(2)
    stripe.mood = 'well'
    const paid = await settle(ctx, order.id)
    expect([paid?.status, await findings()]).toEqual(['paid', []])
    clock.now += 3_600_000
    const owner = await deskAs(shop, 'owner')
    const taken = stripe.refund(stripe.sessionOf(order.id), 45_800)
    if (!paid || !ctx.payments) throw new Error('not paid')
    await expect(ctx.payments.refund(paid, 45_800, 'ref_1')).rejects.toThrow('Stripe refused')
    expect(await findings()).toEqual([expect.stringContaining('refunds refused')])
    const { doctor } = (await owner.get(deskApiRoutes.overview).expect(200)).body
    expect(doctor).toContainEqual(expect.objectContaining({ where: 'card payments' }))
    expect((await mails()).map(({ params }) => JSON.parse(params).matter).toSorted()).toEqual([
      'stripe payments',
      'stripe payments',
      'stripe refunds',
    ])
    stripe.setRefund(taken, 'failed')
    await ctx.payments.refund(paid, 45_800, 'ref_2')
    expect(await findings()).toEqual([])
  })

  test('of what only warns leaves an order paid, and is found until it works', async () => {
    const shop = await openShop()
    const { stripe, ctx } = shop
    const { order } = await shop.placeCardOrder()
    stripe.pay(stripe.sessionOf(order.id))
    stripe.denied = ['/reviews', '/radar', '/disputes']
    expect(await settle(ctx, order.id)).toMatchObject({ status: 'paid' })
    expect(await refusals.findRefusals(ctx.database.db)).toMatchObject([
      { todo: expect.stringContaining('Radar') },
    ])
    stripe.denied = []
    await settle(ctx, order.id)
    expect(await refusals.findRefusals(ctx.database.db)).toEqual([])
  })

  test('of an address is an error of its field, and no fault of the shop', async () => {
    const { payments } = await providerAnswering(refusal(400, 'email_invalid'))
    const shop = await openShop({ payments })
    const { body } = await shop.checkOut().expect(422)
    expect(body).toMatchObject({
      code: 'validation_failed',
      errors: [{ pointer: '/customer/email', code: 'email_invalid' }],
    })
    expect(await shop.ctx.database.db.selectFrom('payment_refusals').selectAll().execute()).toEqual([])
  })

  test('of a placed order’s address points at no field, which the order’s page lacks', async () => {
    const { payments } = await providerAnswering(refusal(400, 'email_invalid'))
    const shop = await openShop({ payments })
    const { order, accessToken } = (await shop.checkOut({ paymentMethod: 'invoice' }).expect(201)).body
    const { body } = await supertest(shop.app)
      .post(apiRoutes.payByCard(order.id))
      .set('Authorization', `Bearer ${accessToken}`)
      .expect(409)
    expect(body).toMatchObject({ code: 'cards_not_taken', detail: expect.stringContaining('email address') })
    expect(body.errors).toBeUndefined()
  })

  test('of a look at the payment is no outage to who asks to pay', async () => {
    const shop = await openShop()
    const { order, accessToken } = (await shop.checkOut({ paymentMethod: 'invoice' }).expect(201)).body
    const pay = () =>
      supertest(shop.app).post(apiRoutes.payByCard(order.id)).set('Authorization', `Bearer ${accessToken}`)
    await pay().expect(200)
    shop.stripe.mood = 'wrong key'
    expect((await pay().expect(502)).body).toMatchObject({
      code: 'payment_refused',
      detail: 'Cards don’t work at the moment. Pay by transfer, or try later.',
    })
    shop.stripe.mood = 'well'
    await pay().expect(200)
  })

  test('can’t come for a sum that is too small: it is asked for by transfer before', async () => {
    const { asked, payments } = await providerAnswering(refusal(400, 'amount_too_small'))
    const shop = await openShop({ payments })
    const code = newCodeSchema.parse({ code: 'NEARLY', amount: 8860, note: '' })
    const by = { who: 'operator' as const, ...momentOf(shop.ctx) }
    await shop.ctx.database.db.transaction().execute((trx) => addCode(trx, code, by))
    const solo = { items: [{ sku: 'solo', qty: 1 }], code: 'NEARLY', expectedTotal: 40 }
    const { body } = await shop.checkOut(solo).expect(422)
    const detail = 'A card payment starts at A$0.50. Pay by transfer, or add something.'
    expect(body).toMatchObject({
      code: 'payment_method_unavailable',
      errors: [{ pointer: '/paymentMethod', detail }],
    })
    const { body: placed } = await shop.checkOut({ ...solo, paymentMethod: 'invoice' }).expect(201)
    expect(placed.order.takesCard).toBe(false)
    const refused = await supertest(shop.app)
      .post(apiRoutes.payByCard(placed.order.id))
      .set('Authorization', `Bearer ${placed.accessToken}`)
      .expect(409)
    expect(refused.body).toMatchObject({ code: 'cards_not_taken', detail })
    expect(asked).toEqual([])
  })

  test('of a payment that isn’t this account’s ends its event at once', async () => {
    for (const status of [404, 403]) {
      const { asked, payments } = await providerAnswering(refusal(status))
      const clock = { now: Date.parse('2026-11-22T02:10:00Z') }
      const shop = await openShop({ payments, clock: () => new Date(clock.now) })
      await storeEvent(shop.ctx.database.db, eventOf('evt_1', 'pi_other'), shop.ctx.clock())
      for (const minutes of [2, 60, 600]) {
        clock.now += minutes * 60_000
        await settleDue(shop.ctx)
      }
      expect(asked).toHaveLength(1)
    }
  })

  test('holds no newer event back: the ones before wait longer each time', onBoth, async () => {
    const clock = { now: Date.parse('2026-11-22T02:10:00Z') }
    const asked: string[] = []
    const { payments } = await providerAnswering(refusal(400))
    const refuse = async (intent: string) => {
      asked.push(intent)
      throw new PaymentRefused('refused', { status: 400, code: null, cause: null })
    }
    const refusing = { ...payments, findOrderId: refuse }
    const shop = await openShop({ payments: refusing, clock: () => new Date(clock.now) })
    const { db } = shop.ctx.database
    for (let index = 0; index < 60; index += 1)
      await storeEvent(db, eventOf(`evt_${index}`, `pi_${index}`), shop.ctx.clock())
    clock.now += 30_000
    await storeEvent(db, eventOf('evt_new', 'pi_new'), shop.ctx.clock())
    clock.now += 60_000
    await settleDue(shop.ctx)
    await settleDue(shop.ctx)
    const asks = () => asked.filter((intent) => intent === 'pi_new').length
    expect(asks()).toBe(1)
    const before = asked.length
    for (let minutes = 0; minutes < 6 * 60; minutes += 5) {
      clock.now += 5 * 60_000
      await settleDue(shop.ctx)
    }
    expect(asks()).toBeLessThan(20)
    expect(asked.length - before).toBeLessThan(61 * 20)
  })

  test('can’t come for a page’s end: it counts from the page, not from the order', async () => {
    const clock = { now: Date.parse('2026-11-22T02:10:00Z') }
    const { asked, payments } = await providerAnswering(refusal(401), session)
    const shop = await openShop({ payments, clock: () => new Date(clock.now) })
    const key = newKey()
    await shop.checkOut({}, key).expect(502)
    clock.now += 23 * 3_600_000
    await shop.checkOut({}, key).expect(201)
    const seconds = Number(asked.at(-1)?.body.get('expires_at')) - clock.now / 1000
    expect(seconds).toBeGreaterThan(1800)
    expect(seconds).toBeLessThanOrEqual(24 * 3600)
  })
})

function eventOf(id: string, paymentIntent: string) {
  return { id, type: 'charge.refunded', orderId: null, paymentIntent }
}
