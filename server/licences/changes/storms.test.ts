import supertest from 'supertest'
import { expect, test, vi } from 'vitest'
import { addMonths, dayIn } from '#shared/calendar/calendar.ts'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { settle } from '../../shop/orders/settle.ts'
import { describeOnBothEngines } from '../../testing/support/databases.ts'
import { seedLicence } from '../../testing/support/licensing.ts'
import { runUntilKilled } from '../../testing/support/run-until-killed.ts'
import { serveFromTwo } from '../../testing/support/serve-from-two.ts'
import { changeBody, newKey, type TestShop, useShops, webhookSecret } from '../../testing/support/shop.ts'
import { signedEvent } from '../../testing/support/stripe-server.ts'

const timeZone = 'Australia/Sydney'
const updates_until = '2027-01-11T12:59:59.999Z'
const solo = { sku: 'solo', plan: 'Solo', seat_limit: 1, updates_until }

describeOnBothEngines('changes of one licence by several processes', (databases) => {
  const openShop = useShops(databases)

  async function setup() {
    const shop = await openShop({ clock: () => new Date('2026-11-22T02:00:00Z') })
    const others = [await shop.another(), await shop.another()]
    const licence = await seedLicence(shop.ctx, solo)
    return { shop, processes: [shop, ...others], ...licence }
  }

  async function stateOf({ ctx }: TestShop) {
    const { db } = ctx.database
    const licence = await db.selectFrom('licences').selectAll().executeTakeFirstOrThrow()
    const [changes, invoices, mails, orders] = await Promise.all([
      db.selectFrom('licence_changes').select('ordinal').orderBy('ordinal').execute(),
      db.selectFrom('invoices').select('number').execute(),
      db.selectFrom('mails').select('kind').where('kind', '=', 'order_paid').execute(),
      db.selectFrom('orders').select('status').execute(),
    ])
    return {
      until: dayIn(timeZone, licence.updates_until),
      plan: licence.sku,
      seats: licence.seat_limit,
      changes: changes.map(({ ordinal }) => ordinal),
      invoices: new Set(invoices.map(({ number }) => number)).size,
      mails: mails.length,
      orders: orders.map(({ status }) => status).toSorted(),
    }
  }

  test('nine renewals, paid by webhooks that come again and again to two sites, eight at once, count nine', async () => {
    const shop = await openShop()
    // Far ahead, so that no renewal starts on the day of the test.
    const { key } = await seedLicence(shop.ctx, { ...solo, updates_until: '2099-01-11T12:59:59.999Z' })
    const ids: string[] = []
    for (let count = 0; count < 9; count += 1) {
      const { order } = await shop.placeChangeOrder(key, { renew: 1 })
      shop.stripe.pay(shop.stripe.sessionOf(order.id))
      ids.push(order.id)
    }
    const { addresses, stopOther } = await serveFromTwo(shop)
    // Each event arrives three times, far apart, at changing processes.
    const reports = Array.from({ length: 27 }, (_, index) => ({ id: ids[(index * 7) % 9] ?? '', index }))
    const deliver = async ({ id, index }: (typeof reports)[number]) => {
      const session = shop.stripe.sessionOf(id)
      const event = { secret: webhookSecret, id: `evt_${index % 11}` }
      const { body, signature } = signedEvent('checkout.session.completed', session, event)
      const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
      const url = `${addresses[index % 2]}${apiRoutes.stripeWebhook}`
      // Stripe sends again what a busy database refused, and nothing of that was kept.
      let status = 503
      while (status === 503) ({ status } = await fetch(url, { method: 'POST', headers, body }))
      expect(status).toBe(200)
    }
    for (let at = 0; at < reports.length; at += 8) await Promise.all(reports.slice(at, at + 8).map(deliver))
    // A report is answered once it is stored, and processed afterwards.
    const all = Array.from({ length: 9 }, (_, index) => index)
    await vi.waitFor(async () => expect((await stateOf(shop)).orders).toEqual(all.map(() => 'paid')), 60_000)
    expect(await stopOther()).toBe(0)
    expect(await stateOf(shop)).toEqual({
      until: addMonths('2099-01-11', 9 * 12),
      plan: 'solo',
      seats: 1,
      changes: all,
      invoices: 9,
      mails: 9,
      orders: all.map(() => 'paid'),
    })
  })

  test('of two upgrades that are paid at once, one is applied and the other goes to review', async () => {
    const { shop, processes, key } = await setup()
    const [studio, facility] = [
      await shop.placeChangeOrder(key, { to: 'studio' }),
      await shop.placeChangeOrder(key, { to: 'facility' }),
    ]
    for (const { order } of [studio, facility]) shop.stripe.pay(shop.stripe.sessionOf(order.id))
    await Promise.all(
      processes.flatMap(({ ctx }) => [studio, facility].map(({ order }) => settle(ctx, order.id))),
    )
    const { orders, changes, invoices, plan } = await stateOf(shop)
    expect([orders, changes, invoices]).toEqual([['paid', 'review'], [0], 1])
    expect(['studio', 'facility']).toContain(plan)
  })

  test('a refund that races its payment leaves the licence as it was bought', async () => {
    const { shop, processes, key } = await setup()
    for (let round = 0; round < 3; round += 1) {
      const { order } = await shop.placeChangeOrder(key, { renew: 1, extraSeats: 1 })
      const session = shop.stripe.sessionOf(order.id)
      shop.stripe.pay(session)
      const racing = processes.map(({ ctx }, index) => {
        if (index === round % 3) shop.stripe.refund(session, order.total)
        return settle(ctx, order.id)
      })
      await Promise.all(racing)
      await settle(shop.ctx, order.id)
    }
    const { until, seats, orders } = await stateOf(shop)
    expect([until, seats, new Set(orders)]).toEqual(['2027-01-11', 1, new Set(['refunded'])])
  })

  test('killed after each step and started again, each renewal counts once', async () => {
    const { shop, key: licenceKey } = await setup()
    const body = changeBody({ licence: { key: licenceKey }, change: { renew: 1 }, expectedTotal: 3900 })
    let times = 0
    for (let isFinished = false; !isFinished; ) {
      const key = newKey()
      isFinished = await runUntilKilled(shop, { key, body }, times)
      times += 1
      // The customer retries, pays if necessary, and no webhook comes.
      const answer = await supertest(shop.app)
        .post('/api/checkout')
        .set('Idempotency-Key', key)
        .send(body)
        .expect(201)
      shop.stripe.pay(shop.stripe.sessionOf(answer.body.order.id))
      await settle(shop.ctx, answer.body.order.id)
      const { until, changes } = await stateOf(shop)
      expect([changes.length, until]).toEqual([times, addMonths('2027-01-11', times * 12)])
    }
    const { orders, invoices, mails } = await stateOf(shop)
    expect(times).toBeGreaterThan(5)
    expect([orders.length, invoices, mails]).toEqual([times, times, times])
  })
})
