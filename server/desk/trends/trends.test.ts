import supertest from 'supertest'
import { expect, test } from 'vitest'
import { dayIn } from '#shared/calendar/calendar.ts'
import { type Trends, trendTables } from '#shared/desk/trend-answers.ts'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { deskApiRoutes, deskRoutes } from '#shared/routes/desk-routes.ts'
import { licencesOfOrder } from '../../licences/licensing/issue.ts'
import { countMissedSearch } from '../../people/help/missed-searches.ts'
import { recordEvent } from '../../shop/orders/order-store.ts'
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
    await shop.placeCardOrder()
    clock.now += 1000
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

    const orders = async (query: Record<string, string>) => {
      const { text } = await desk.get(deskRoutes.ordersLike(query).replace('/desk', '/api/desk')).expect(200)
      return JSON.parse(text).orders.length
    }
    const days = { from: '2026-10-01', to: '2026-10-31' }
    const later = { from: '2026-11-01', to: '2026-11-30' }
    const dated = 'documents'
    for (const [query, count] of [
      [{ sku: 'studio', ...days }, 2],
      [{ sku: 'studio', ...days, dated }, 1],
      [{ sku: 'studio', country: 'AU', kind: 'new', q: 'ada', ...days }, 2],
      [{ sku: 'solo' }, 0],
      [{ country: 'NZ', q: 'ada' }, 0],
      [{ kind: 'renewal' }, 0],
      [{ sku: 'studio', ...later }, 0],
      [{ sku: 'studio', ...later, dated }, 1],
      [{ sku: 'studio', ...later, dated, q: 'ada' }, 1],
      [{ dated, from: '2026-12-01' }, 0],
      [{ dated, to: '2026-09-30', q: 'ada' }, 0],
    ] as const)
      expect([query, await orders(query)]).toEqual([query, count])

    for (const now of ['2026-11-21T02:00:00.000Z', '2026-11-22T02:00:00.000Z'])
      await shop.ctx.database.db
        .transaction()
        .execute((trx) =>
          recordEvent(
            trx,
            { orderId: order.id, event: 'order.disputed', detail: '' },
            { now: new Date(now), random: shop.ctx.random },
          ),
        )
    const disputed = { dated: 'disputes', ...later }
    for (const [query, count] of [
      [disputed, 1],
      [{ ...disputed, q: 'ada' }, 1],
      [{ ...disputed, ...days }, 0],
    ] as const)
      expect([query, await orders(query)]).toEqual([query, count])

    const wrong = await desk.get(`${deskApiRoutes.orders}?dated=birthdays`).expect(422)
    expect(wrong.body.detail).toBe('Choose one of: documents, disputes.')

    const books = { Cookie: await cookieOf(shop, 'books') }
    const page = await supertest(shop.app).get(`${deskRoutes.trends}?months=24`).set(books).expect(200)
    const why = 'Each product with its renewals, upgrades and extra machines'
    for (const shown of ['Revenue by month', 'Oct 2026', 'Australia', 'By country', why])
      expect(page.text).toContain(shown)
    for (const part of ['sku=studio', 'country=AU', 'kind=new'])
      expect(page.text).toContain(`?${part}&amp;from=2024-12-01&amp;to=2026-11-30&amp;dated=documents`)
    expect(page.text).toContain('?dated=disputes&amp;from=2026-11-01&amp;to=2026-11-30')
    for (const table of trendTables) expect(page.text).toContain(`table=${table}&amp;months=24`)
    const today = await supertest(shop.app).get(deskRoutes.home).set(books).expect(200)
    expect(today.text).toContain('A plan’s row is its new licences alone')
    const counted = { months: 5, products: 3, countries: 3, kinds: 3, renewals: 5, trials: 5 }
    for (const [table, lines] of Object.entries(counted)) {
      const { text } = await desk.get(`${deskApiRoutes.trendsCsv}?table=${table}&months=3`).expect(200)
      expect([table, text.split('\r\n').length]).toEqual([table, lines])
    }
  })

  test('counts no cancelled or replaced invoice as a refund', async () => {
    const clock = { now: Date.parse('2026-10-22T02:00:00Z') }
    const shop = await openShop(await deskOptions({ clock: () => new Date(clock.now) }))
    const desk = await deskAs(shop, 'owner')
    const { body: cancelled } = await shop.checkOut({ paymentMethod: 'invoice' }).expect(201)
    await desk.post(`${deskApiRoutes.order(cancelled.order.id)}/cancel`, {}).expect(200)
    const { order } = await shop.placeCardOrder()
    shop.stripe.pay(shop.stripe.sessionOf(order.id))
    await settle(shop.ctx, order.id)
    const buyer = { name: 'Ada Byron', email: 'ada@example.com', country: 'NZ', reason: 'Lives there.' }
    await desk.post(`${deskApiRoutes.order(order.id)}/buyer`, buyer).expect(200)
    await desk.post(deskApiRoutes.refunds(order.id), { amount: 5800, confirm: order.number }).expect(200)

    const { body } = await desk.get(deskApiRoutes.trends).expect(200)
    const now = (body as Trends).months.at(-1)
    expect(now).toMatchObject({ invoices: 2, total: 40_000, refunded: 5800 })
    expect(now?.adjusted).toBe((now?.invoiced ?? 0) - 40_000)
    const { text } = await desk.get(`${deskApiRoutes.trendsCsv}?table=months&months=1`)
    expect(text).toContain(',400.00,')
    expect(text).toContain(',58.00,400.00,')
  })

  test('shows renewals of purchases whose updates end by now', async () => {
    const clock = { now: Date.parse('2026-10-22T02:00:00Z') }
    const shop = await openShop(await deskOptions({ clock: () => new Date(clock.now) }))
    const buy = async ({ order }: Awaited<ReturnType<typeof shop.placeCardOrder>>) => {
      shop.stripe.pay(shop.stripe.sessionOf(order.id))
      await settle(shop.ctx, order.id)
      return order.id
    }
    const bought = await buy(await shop.placeCardOrder())
    const [first] = await licencesOfOrder(shop.ctx.database.db, bought, shop.ctx.keyring)
    clock.now += 340 * 24 * 3_600_000
    await buy(await shop.placeChangeOrder(first?.key ?? '', { renew: 1 }))
    await buy(await shop.placeCardOrder())

    clock.now = Date.parse('2027-10-25T02:00:00Z')
    const desk = await deskAs(shop, 'owner')
    const { renewals } = (await desk.get(deskApiRoutes.trends).expect(200)).body as Trends
    expect([renewals.length, renewals[0]?.month]).toEqual([12, '2025-11'])
    expect(renewals.at(-1)).toEqual({ month: '2026-10', bought: 2, due: 2, renewed: 1 })
    expect(renewals.slice(0, -1).every(({ bought }) => bought === 0)).toBe(true)

    const listed = async (query: string) =>
      (await desk.get(`${deskApiRoutes.licences}?${query}`).expect(200)).body.licences.length
    const [revoked] = (await desk.get(deskApiRoutes.licences).expect(200)).body.licences
    await shop.ctx.database.db
      .updateTable('licences')
      .set({ status: 'revoked' })
      .where('id', '=', revoked.id)
      .execute()
    const again = (await desk.get(deskApiRoutes.trends).expect(200)).body as Trends
    for (const { month, bought } of again.renewals)
      expect([month, await listed(`bought=${month}`)]).toEqual([month, bought])
    expect(await listed('bought=2026-10&status=revoked')).toBe(0)
    await desk.get(`${deskApiRoutes.licences}?bought=2026-13`).expect(422)
  })

  test('has each version with its file and the licences behind it, and the searches of the help', async () => {
    const clock = { now: Date.parse('2026-10-22T02:00:00Z') }
    const shop = await openShop(await deskOptions({ clock: () => new Date(clock.now) }))
    const desk = await deskAs(shop, 'owner')
    const pageFor = async (role: 'owner' | 'books') => {
      const headers = { Cookie: await cookieOf(shop, role) }
      return (await supertest(shop.app).get(deskRoutes.trends).set(headers).expect(200)).text
    }
    const csvOf = async (table: string) => {
      const { text } = await desk.get(`${deskApiRoutes.trendsCsv}?table=${table}`).expect(200)
      return text.replace('\ufeff', '').trim().split('\r\n').slice(1)
    }
    expect(await pageFor('books')).toContain('There was none. Words are kept without who typed them.')
    expect(await csvOf('searches')).toEqual([])

    const run = async (name: string, appVersion?: string) => {
      const { key, licence } = (
        await desk.post(deskApiRoutes.licences, {
          sku: 'studio',
          name,
          email: 'ada@example.com',
          reason: 'For a test.',
        })
      ).body
      const machine = { id: `machine-${name}` }
      const body = { licenceKey: key, machine, appVersion }
      await supertest(shop.app).post(apiRoutes.activation).send(body).expect(201)
      return licence.id as string
    }
    const old = await run('Old', '2.0.0')
    clock.now += 91 * 24 * 3_600_000
    const ids = {
      '1.0.0': await run('First', '1.0.0'),
      '1.1.0': await run('Second', '1.1.0'),
      '2.0.0': await run('Third', '2.0.0'),
      Unknown: await run('Silent'),
    }
    expect(ids['2.0.0']).not.toBe(old)
    const today = dayIn('Australia/Sydney', new Date(clock.now))
    await countMissedSearch(shop.ctx.database.db, 'zither support', today)

    const page = await pageFor('owner')
    const behind = await csvOf('versions')
    for (const [version, id] of Object.entries(ids)) {
      expect(behind.filter((line) => line.startsWith(`${version},1,`))).toHaveLength(1)
      const href = deskRoutes.licencesLike({ version })
      expect(page).toContain(`href="${href}"`)
      const { licences } = (await desk.get(href.replace('/desk', '/api/desk')).expect(200)).body
      expect([version, licences.map((licence: { id: string }) => licence.id)]).toEqual([version, [id]])
      const { text } = await desk
        .get(href.replace(deskRoutes.licences, deskApiRoutes.licencesCsv))
        .expect(200)
      expect([text.includes(id), text.trim().split('\r\n').length]).toEqual([true, 2])
    }
    expect(await csvOf('searches')).toEqual(['zither support,1'])
    expect(page).toContain('zither support')
    expect(await pageFor('books')).not.toContain('/desk/licences?version')
  })
})
