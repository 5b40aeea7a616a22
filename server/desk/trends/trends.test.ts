import supertest from 'supertest'
import { expect, test } from 'vitest'
import type { Trends } from '#shared/desk/trend-answers.ts'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { deskApiRoutes, deskRoutes } from '#shared/routes/desk-routes.ts'
import { settle } from '../../shop/orders/settle.ts'
import { describeOnBothEngines } from '../../testing/support/databases.ts'
import { cookieOf, deskAs, deskOptions } from '../../testing/support/desk.ts'
import { useShops } from '../../testing/support/shop.ts'

describeOnBothEngines('the room of trends', (databases) => {
  const openShop = useShops(databases)

  test('counts sales, refunds, renewals and trials by month, in pictures, tables and files', async () => {
    const clock = { now: Date.parse('2026-10-22T02:00:00Z') }
    const shop = await openShop(await deskOptions({ clock: () => new Date(clock.now) }))
    const desk = await deskAs(shop, 'owner')
    const headers = { Cookie: await cookieOf(shop, 'books') }
    const empty = await supertest(shop.app).get(deskRoutes.trends).set(headers).expect(200)
    expect(empty.text).toContain('The first sale’s document begins the picture.')

    const machine = { id: 'machine-1234', name: 'HALL' }
    await supertest(shop.app).post(apiRoutes.trial).send({ machine })
    const { order } = await shop.placeCardOrder()
    shop.stripe.pay(shop.stripe.sessionOf(order.id))
    await settle(shop.ctx, order.id)
    clock.now += 20 * 24 * 3_600_000
    await desk.post(deskApiRoutes.refunds(order.id), { amount: 5800, confirm: order.number }).expect(200)

    const { body } = await desk.get(`${deskApiRoutes.trends}?months=3`).expect(200)
    const trends = body as Trends
    expect(trends.months).toMatchObject([
      { month: '2026-09', total: 0 },
      { month: '2026-10', invoices: 1, invoiced: 45_800, adjusted: 0, total: 45_800 },
      { month: '2026-11', invoices: 0, adjusted: 5800, total: -5800 },
    ])
    const byMonth = { total: 40_000, months: [0, 45_800, -5800] }
    expect(trends.products).toEqual([{ sku: 'studio', name: 'Studio', ...byMonth }])
    expect(trends.countries).toEqual([{ country: 'AU', ...byMonth }])
    expect(trends.kinds).toEqual([{ kind: 'new', ...byMonth }])
    expect(trends.renewals[1]).toEqual({ month: '2026-10', bought: 2, due: 0, renewed: 0 })

    const orders = async (query: Record<string, string>) => {
      const { text } = await desk.get(deskRoutes.ordersLike(query).replace('/desk', '/api/desk')).expect(200)
      return JSON.parse(text).orders.length
    }
    const days = { from: '2026-10-01', to: '2026-10-31' }
    for (const [query, count] of [
      [{ sku: 'studio', ...days }, 1],
      [{ sku: 'studio', country: 'AU', kind: 'new', q: 'ada', ...days }, 1],
      [{ sku: 'solo' }, 0],
      [{ country: 'NZ', q: 'ada' }, 0],
      [{ kind: 'renewal' }, 0],
    ] as const)
      expect([query, await orders(query)]).toEqual([query, count])

    const later = { Cookie: await cookieOf(shop, 'books') }
    const page = await supertest(shop.app).get(`${deskRoutes.trends}?months=24`).set(later).expect(200)
    for (const shown of ['Revenue by month', 'Oct 2026', 'Australia', 'By country'])
      expect(page.text).toContain(shown)
    for (const table of ['months', 'products', 'countries', 'kinds', 'renewals', 'trials']) {
      const { text } = await desk.get(`${deskApiRoutes.trendsCsv}?table=${table}&months=3`).expect(200)
      expect([table, text.split('\r\n').length]).toEqual([
        table,
        table === 'months' || table === 'renewals' || table === 'trials' ? 5 : 3,
      ])
    }
  })
})
