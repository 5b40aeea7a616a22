import supertest from 'supertest'
import { expect, test } from 'vitest'
import { addMonths, dayIn, endOfDay } from '#shared/calendar/calendar.ts'
import { type ChangeOffer, changeOfferSchema } from '#shared/licensing/change-offer.ts'
import type { ChangeRequest } from '#shared/licensing/changes.ts'
import type { PlacedOrder } from '#shared/orders/orders.ts'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { findOrder } from '../../shop/orders/order-store.ts'
import { refundOrder } from '../../shop/orders/refund-order.ts'
import { settle } from '../../shop/orders/settle.ts'
import { markPaid } from '../../shop/orders/take-payment.ts'
import { describeOnEitherEngine, onBoth } from '../../testing/support/databases.ts'
import { seedLicence } from '../../testing/support/licensing.ts'
import { readMails } from '../../testing/support/mailbox.ts'
import { changeBody, newKey, type TestShop, useShops } from '../../testing/support/shop.ts'
import { sharedLibrary } from '../../testing/support/test-app.ts'
import { remind } from '../reminders/remind.ts'

const timeZone = 'Australia/Sydney'
const now = new Date('2026-11-22T02:00:00Z')
const solo = { sku: 'solo', plan: 'Solo', seat_limit: 1, updates_until: '2027-01-11T12:59:59.999Z' }

const by = { who: 'command line' }

describeOnEitherEngine('a change of a licence', (databases) => {
  const openShop = useShops(databases)

  async function setup(grant: object = {}, clock = () => now) {
    const shop = await openShop({ clock })
    const licence = await seedLicence(shop.ctx, { ...solo, ...grant })
    return { shop, ...licence }
  }

  async function licenceOf({ ctx }: TestShop, id: string) {
    const { sku, plan, seat_limit, updates_until } = await ctx.database.db
      .selectFrom('licences')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return { sku, plan, seats: seat_limit, until: dayIn(timeZone, updates_until) }
  }

  async function pay(shop: TestShop, key: string, change: ChangeRequest): Promise<PlacedOrder> {
    const placed = await shop.placeChangeOrder(key, change)
    shop.stripe.pay(shop.stripe.sessionOf(placed.order.id))
    await settle(shop.ctx, placed.order.id)
    return placed
  }

  async function refund({ ctx }: TestShop, { order }: PlacedOrder, amount?: number) {
    const row = await findOrder(ctx.database.db, order.id)
    if (row) await refundOrder(ctx, row, { amount }, by)
  }

  async function statusOf({ ctx }: TestShop, { order }: PlacedOrder) {
    return (await findOrder(ctx.database.db, order.id))?.status
  }

  test('is quoted, ordered, paid and told of', async () => {
    const { shop, id, key } = await setup()
    const change = { renew: 2, to: 'studio', extraSeats: 1 }
    const { body } = await supertest(shop.app)
      .post(apiRoutes.licenceQuote)
      .send({ licenceKey: key, change })
      .expect(200)
    const offer: ChangeOffer = changeOfferSchema.parse(body)
    const hint = `${key.slice(0, 4)}-…-${key.slice(-4)}`
    expect(offer.lines.map(({ name, qty, amount }) => [name, qty, amount])).toEqual([
      [`Upgrade from Solo to Studio, ${hint}`, 1, 14_000],
      [`Extra machine, ${hint}`, 1, 6900],
      // The extra machine adds $30 to each year.
      [`Renewal to 11 January 2029, ${hint}`, 2, 25_800],
    ])
    expect(offer).toMatchObject({ total: 46_700, tax: 4245, currency: 'AUD' })
    expect(offer.lines.reduce((sum, { tax }) => sum + tax, 0)).toBe(offer.tax)
    const after = { sku: 'studio', plan: 'Studio', seats: 4, updatesUntil: '2029-01-11T12:59:59.999Z' }
    expect(offer.after).toEqual(after)

    const placed = await pay(shop, key, change)
    expect(await licenceOf(shop, id)).toEqual({
      sku: 'studio',
      plan: 'Studio',
      seats: 4,
      until: '2029-01-11',
    })
    const { body: order } = await shop.orderOf(placed).expect(200)
    expect(order.status).toBe('paid')
    expect(order.lines.map((line: { change: string }) => line.change)).toEqual([
      'upgrade',
      'seats',
      'renewal',
    ])
    expect(order.lines[0].licences).toEqual([
      {
        key: null,
        keyHint: hint,
        sku: 'studio',
        plan: 'Studio',
        status: 'active',
        seats: { limit: 4, used: 0 },
        updatesUntil: '2029-01-11T12:59:59.999Z',
      },
    ])
    expect(JSON.stringify(order)).not.toContain(key)
    const [invoice] = order.documents
    expect(invoice.content.lines[2].description).toContain(`: Renewal to 11 January 2029, ${hint}`)
    const licences = await shop.ctx.database.db.selectFrom('licences').select('id').execute()
    expect(licences).toHaveLength(1)
  })

  test('without a change is what can be bought', async () => {
    const { shop, key } = await setup()
    const { body } = await supertest(shop.app)
      .post(apiRoutes.licenceQuote)
      .send({ licenseKey: key })
      .expect(200)
    const { options, lines, total, after } = changeOfferSchema.parse(body)
    expect([lines, total, after.seats]).toEqual([[], 0, 1])
    expect(
      options.renewal?.years.map(({ years, amount, updatesUntil }) => [years, amount, updatesUntil]),
    ).toEqual([
      [1, 3900, '2028-01-11T12:59:59.999Z'],
      [2, 7800, '2029-01-11T12:59:59.999Z'],
      [3, 11_700, '2030-01-11T12:59:59.999Z'],
    ])
    expect(options.extraSeat).toEqual({ unitAmount: 6900, left: 1 })
    expect(options.upgrades.map(({ sku, amount, seats }) => [sku, amount, seats])).toEqual([
      ['studio', 14_000, 3],
      ['facility', 60_100, 10],
    ])
    expect(options.upgrades[0]?.renewal?.unitAmount).toBe(9900)
  })

  test('of a product that is no longer sold offers nothing', async () => {
    const { shop, key } = await setup({ sku: 'retired', plan: 'Retired' })
    const { body } = await supertest(shop.app)
      .post(apiRoutes.licenceQuote)
      .send({ licenceKey: key })
      .expect(200)
    expect(body.options).toEqual({ renewal: null, extraSeat: null, upgrades: [] })
  })

  test('at another price than expected isn’t ordered', async () => {
    const { shop, key } = await setup()
    const { body } = await supertest(shop.app)
      .post(apiRoutes.checkout)
      .set('Idempotency-Key', newKey())
      .send(changeBody({ licence: { key }, expectedTotal: 1 }))
      .expect(409)
    expect(body).toMatchObject({ code: 'price_changed', total: 3900 })
  })

  test('with one Idempotency-Key twice at once is one order', onBoth, async () => {
    const { shop, key } = await setup()
    const idempotencyKey = newKey()
    const send = () =>
      supertest(shop.app)
        .post(apiRoutes.checkout)
        .set('Idempotency-Key', idempotencyKey)
        .send(changeBody({ licence: { key }, expectedTotal: 3900 }))
    const answers = await Promise.all([send(), send(), send()])
    expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true)
    expect(await shop.ctx.database.db.selectFrom('orders').select('id').execute()).toHaveLength(1)
  })

  test('is bought by the token of a mail, which shows no key', async () => {
    const { shop, key } = await setup({ updates_until: '2026-12-01T12:59:59.999Z' })
    await remind(shop.ctx)
    const [mail] = await readMails(shop.ctx)
    const token = mail?.text.split('#t=')[1]?.split(/\s/)[0] ?? ''
    const quoted = await supertest(shop.app)
      .post(apiRoutes.licenceQuote)
      .send({ licence: { token } })
      .expect(200)
    expect(quoted.body.licence.keyHint).toBe(`${key.slice(0, 4)}-…-${key.slice(-4)}`)
    const { body } = await supertest(shop.app)
      .post(apiRoutes.checkout)
      .set('Idempotency-Key', newKey())
      .send(changeBody({ licence: { token }, expectedTotal: 3900 }))
      .expect(201)
    expect(JSON.stringify([quoted.body, body])).not.toContain(key.slice(5, 20))
  })

  test('by bank transfer starts on the day the money arrives, and its line says so', async () => {
    let time = now
    const { shop, id, key } = await setup({ updates_until: '2026-09-20T13:59:59.999Z' }, () => time)
    const { body } = await supertest(shop.app)
      .post(apiRoutes.checkout)
      .set('Idempotency-Key', newKey())
      .send(changeBody({ licence: { key }, expectedTotal: 3900, paymentMethod: 'invoice' }))
      .expect(201)
    expect(body.order.lines[0].name).toContain('Renewal to 22 November 2027')
    time = new Date('2026-12-04T02:00:00Z')
    const row = await findOrder(shop.ctx.database.db, body.order.id)
    if (row) await markPaid(shop.ctx, row, {}, by)
    expect((await licenceOf(shop, id)).until).toBe('2027-12-04')
    const { body: order } = await shop.orderOf(body).expect(200)
    expect(order.lines[0].name).toContain('Renewal to 4 December 2027')
    // The invoice was issued with the order, and an issued document never changes.
    expect(order.documents[0].content.lines[0].description).toContain('Renewal to 22 November 2027')
  })

  test('that costs nothing is made at once, without a payment', async () => {
    const library = await sharedLibrary()
    const { pricing, site, releases } = library.typed
    const products = pricing.products.map((product) => ({ ...product, unitAmount: 8900 }))
    const typed = { site, releases, pricing: { ...pricing, products } }
    const shop = await openShop({ clock: () => now, library: { ...library, typed } })
    const { id, key } = await seedLicence(shop.ctx, solo)
    const placed = await shop.placeChangeOrder(key, { to: 'studio' })
    expect([placed.order.total, placed.order.status]).toEqual([0, 'paid'])
    expect((await licenceOf(shop, id)).sku).toBe('studio')
    expect(shop.stripe.calls).toEqual([])
  })

  test('twice paid counts twice, and each is taken back by itself', onBoth, async () => {
    const { shop, id, key } = await setup()
    const first = await pay(shop, key, { renew: 1 })
    const second = await pay(shop, key, { renew: 2, extraSeats: 1 })
    expect(await licenceOf(shop, id)).toMatchObject({ seats: 2, until: '2030-01-11' })
    await refund(shop, first)
    expect(await licenceOf(shop, id)).toMatchObject({ seats: 2, until: '2029-01-11' })
    await refund(shop, second)
    expect(await licenceOf(shop, id)).toEqual({ sku: 'solo', plan: 'Solo', seats: 1, until: '2027-01-11' })
    const { updates_until } = await shop.ctx.database.db
      .selectFrom('licences')
      .selectAll()
      .executeTakeFirstOrThrow()
    expect(updates_until).toBe(solo.updates_until)
  })

  test('stays after a partial refund, goes while it is disputed, and comes back when that is won', async () => {
    const { shop, id, key } = await setup()
    const placed = await pay(shop, key, { to: 'studio', renew: 1 })
    const session = shop.stripe.sessionOf(placed.order.id)
    const changed = { sku: 'studio', plan: 'Studio', seats: 3, until: '2028-01-11' }
    shop.stripe.dispute(session, 'needs_response')
    await settle(shop.ctx, placed.order.id)
    expect(await statusOf(shop, placed)).toBe('disputed')
    expect(await licenceOf(shop, id)).toEqual({ sku: 'solo', plan: 'Solo', seats: 1, until: '2027-01-11' })
    shop.stripe.dispute(session, 'won')
    await settle(shop.ctx, placed.order.id)
    expect(await licenceOf(shop, id)).toEqual(changed)
    await refund(shop, placed, 1000)
    expect(await statusOf(shop, placed)).toBe('partially_refunded')
    expect(await licenceOf(shop, id)).toEqual(changed)
  })

  test('that a won dispute brings back leaves the bigger plan, though a smaller one was bought meanwhile', async () => {
    const { shop, id, key } = await setup()
    const first = await pay(shop, key, { to: 'facility' })
    const session = shop.stripe.sessionOf(first.order.id)
    shop.stripe.dispute(session, 'needs_response')
    await settle(shop.ctx, first.order.id)
    const second = await pay(shop, key, { to: 'studio' })
    expect(await licenceOf(shop, id)).toMatchObject({ sku: 'studio', seats: 3 })
    shop.stripe.dispute(session, 'won')
    await settle(shop.ctx, first.order.id)
    expect(await licenceOf(shop, id)).toMatchObject({ sku: 'facility', plan: 'Facility', seats: 10 })
    await refund(shop, first)
    expect(await licenceOf(shop, id)).toMatchObject({ sku: 'studio', plan: 'Studio', seats: 3 })
    await refund(shop, second)
    expect(await licenceOf(shop, id)).toMatchObject({ sku: 'solo', seats: 1 })
  })

  test('is taken back by a lost dispute', async () => {
    const { shop, id, key } = await setup()
    const placed = await pay(shop, key, { extraSeats: 1 })
    const session = shop.stripe.sessionOf(placed.order.id)
    shop.stripe.dispute(session, 'needs_response')
    await settle(shop.ctx, placed.order.id)
    shop.stripe.dispute(session, 'lost')
    await settle(shop.ctx, placed.order.id)
    expect([await statusOf(shop, placed), (await licenceOf(shop, id)).seats]).toEqual(['refunded', 1])
  })

  test('seats in use above the limit stay in use, and no new machine gets one', async () => {
    const { shop, key } = await setup()
    const placed = await pay(shop, key, { extraSeats: 1 })
    const activate = (machine: string) =>
      supertest(shop.app)
        .post(apiRoutes.activation)
        .send({ licenceKey: key, machine: { id: machine } })
    await activate('machine-1').expect(201)
    await activate('machine-2').expect(201)
    await refund(shop, placed)
    await activate('machine-2').expect(200)
    await activate('machine-3').expect(409)
    const { body } = await supertest(shop.app)
      .post(apiRoutes.validation)
      .send({ licenceKey: key, machineId: 'machine-1' })
    expect(body.code).toBe('valid')
  })

  test('that was paid and is no longer possible goes to review, and the owner is told once', async () => {
    const { shop, id, key } = await setup()
    const [one, two] = [
      await shop.placeChangeOrder(key, { to: 'studio' }),
      await shop.placeChangeOrder(key, { to: 'facility', renew: 1 }),
    ]
    for (const { order } of [one, two, two]) {
      const session = shop.stripe.sessionOf(order.id)
      if (session.payment_status === 'unpaid') shop.stripe.pay(session)
      await settle(shop.ctx, order.id)
    }
    expect([await statusOf(shop, one), await statusOf(shop, two)]).toEqual(['paid', 'review'])
    expect(await licenceOf(shop, id)).toMatchObject({ sku: 'studio', until: '2027-01-11' })
    const mails = await shop.ctx.database.db
      .selectFrom('mails')
      .select(['kind', 'params', 'recipient'])
      .execute()
    const review = mails.filter(({ kind }) => kind === 'order_review')
    expect(review).toHaveLength(1)
    expect(JSON.parse(review[0]?.params ?? '')).toEqual({ obstacle: expect.stringContaining('upgraded') })
    await refund(shop, two)
    expect([await statusOf(shop, two), (await licenceOf(shop, id)).sku]).toEqual(['refunded', 'studio'])
  })

  test('renewed at the price of fewer machines goes to review, so that none is renewed for nothing', async () => {
    const { shop, id, key } = await setup()
    const renewal = await shop.placeChangeOrder(key, { renew: 1 })
    expect(renewal.order.total).toBe(3900)
    await pay(shop, key, { extraSeats: 1 })
    shop.stripe.pay(shop.stripe.sessionOf(renewal.order.id))
    await settle(shop.ctx, renewal.order.id)
    expect([await statusOf(shop, renewal), (await licenceOf(shop, id)).until]).toEqual([
      'review',
      '2027-01-11',
    ])
    expect((await pay(shop, key, { renew: 1 })).order.total).toBe(6900)
    expect(await licenceOf(shop, id)).toMatchObject({ seats: 2, until: '2028-01-11' })
  })

  test('of a licence that was revoked meanwhile goes to review', async () => {
    const { shop, id, key } = await setup()
    const placed = await shop.placeChangeOrder(key, { renew: 1 })
    await shop.ctx.database.db.updateTable('licences').set({ status: 'revoked' }).execute()
    shop.stripe.pay(shop.stripe.sessionOf(placed.order.id))
    await settle(shop.ctx, placed.order.id)
    expect([await statusOf(shop, placed), (await licenceOf(shop, id)).until]).toEqual([
      'review',
      '2027-01-11',
    ])
  })

  test('seen refunded before it was seen paid changes nothing', onBoth, async () => {
    const { shop, id, key } = await setup()
    const placed = await shop.placeChangeOrder(key, { renew: 1, extraSeats: 1 })
    const session = shop.stripe.sessionOf(placed.order.id)
    shop.stripe.pay(session)
    shop.stripe.refund(session, placed.order.total)
    await settle(shop.ctx, placed.order.id)
    expect(await statusOf(shop, placed)).toBe('refunded')
    expect(await licenceOf(shop, id)).toMatchObject({ seats: 1, until: '2027-01-11' })
  })

  test('off by a cent changes nothing', onBoth, async () => {
    const { shop, id, key } = await setup()
    const placed = await shop.placeChangeOrder(key, { renew: 1 })
    shop.stripe.pay(shop.stripe.sessionOf(placed.order.id), { amount_total: placed.order.total - 1 })
    await settle(shop.ctx, placed.order.id)
    expect([await statusOf(shop, placed), (await licenceOf(shop, id)).until]).toEqual([
      'review',
      '2027-01-11',
    ])
  })

  test('a refund of the licence’s own order ends it, changes and all', async () => {
    const shop = await openShop({ clock: () => now })
    const bought = await shop.placeCardOrder({ items: [{ sku: 'solo', qty: 1 }], expectedTotal: 8900 })
    shop.stripe.pay(shop.stripe.sessionOf(bought.order.id))
    await settle(shop.ctx, bought.order.id)
    const { body: order } = await shop.orderOf(bought)
    const { key } = order.lines[0].licences[0]
    await pay(shop, key, { renew: 1 })
    await refund(shop, bought)
    const { status, updates_until } = await shop.ctx.database.db
      .selectFrom('licences')
      .selectAll()
      .executeTakeFirstOrThrow()
    expect([status, dayIn(timeZone, updates_until)]).toEqual(['revoked', '2028-11-22'])
    expect(updates_until).toBe(endOfDay(timeZone, addMonths('2026-11-22', 24)).toISOString())
  })
})
