import supertest from 'supertest'
import { expect, test } from 'vitest'
import { dayMs } from '#shared/calendar/calendar.ts'
import type { AuditEntry, AuditList } from '#shared/desk/answers.ts'
import { deskApiRoutes, deskRoutes } from '#shared/routes/desk-routes.ts'
import { settle } from '../../shop/orders/settle.ts'
import { describeOnBothEngines } from '../../testing/support/databases.ts'
import { cookieOf, deskAs, deskOptions } from '../../testing/support/desk.ts'
import { useShops } from '../../testing/support/shop.ts'

describeOnBothEngines('the audit', (databases) => {
  const openShop = useShops(databases)

  test('names what was changed as people do', async () => {
    const shop = await openShop(await deskOptions())
    const desk = await deskAs(shop, 'owner')
    const placed = await shop.placeCardOrder()
    shop.stripe.pay(shop.stripe.sessionOf(placed.order.id))
    await settle(shop.ctx, placed.order.id)
    const { number } = placed.order
    const { body: sold } = await desk.get(`${deskApiRoutes.orders}/${number}`).expect(200)
    const [licence] = sold.licences
    const note = `${deskApiRoutes.orders}/${number}/note`
    for (const text of ['Calls back', 'Called back']) await desk.post(note, { text }).expect(200)
    await desk.post(`${deskApiRoutes.licences}/${licence.id}/suspend`).expect(200)
    await desk.post(deskApiRoutes.codes, { code: 'SPRING', percent: 10 }).expect(201)

    const { entries } = (await desk.get(deskApiRoutes.audit).expect(200)).body
    const names = entries.map(({ act, name }: { act: string; name: string }) => [act, name])
    expect(Object.fromEntries(names)).toMatchObject({
      'order.note': number,
      'licence.suspended': `key ending ${licence.keyHint.slice(-4)}`,
      'code.added': 'SPRING',
    })
  })

  test('leads to what was changed, for whoever may read it', async () => {
    const shop = await openShop(await deskOptions())
    const desk = await deskAs(shop, 'owner')
    const customer = { name: 'Ada Byron', email: 'ada@example.com', country: 'AU' }
    const items = [{ sku: 'solo', qty: 1 }]
    const made = await desk.post(deskApiRoutes.quotes, { items, customer }).expect(201)
    const gift = { sku: 'solo', name: 'Ada', email: customer.email, reason: 'Review' }
    const issued = await desk.post(deskApiRoutes.licences, gift).expect(201)
    await desk.post(deskApiRoutes.codes, { code: 'SPRING', percent: 10 }).expect(201)
    await desk.post(`${deskApiRoutes.customer(customer.email)}/note`, { text: 'Rings back' }).expect(200)
    const { order } = await shop.placeCardOrder()
    shop.stripe.pay(shop.stripe.sessionOf(order.id))
    await settle(shop.ctx, order.id)
    const all = [
      deskRoutes.quote(made.body.quote.id),
      deskRoutes.customer(customer.email),
      deskRoutes.licence(issued.body.licence.id),
      deskRoutes.code('SPRING'),
    ]
    for (const [role, found] of [
      ['owner', all],
      ['books', all.slice(0, 2)],
    ] as const) {
      const headers = { Cookie: await cookieOf(shop, role) }
      const { text } = await supertest(shop.app).get(deskRoutes.audit).set(headers).expect(200)
      expect([role, all.filter((href) => text.includes(`href="${href}"`))]).toEqual([role, found])
      const page = await supertest(shop.app).get(deskRoutes.order(order.number)).set(headers).expect(200)
      expect([role, page.text.includes('href="/desk/licences/')]).toEqual([role, role === 'owner'])
    }
  })

  test('tells what the card provider’s reports changed, of money and licences', async () => {
    const clock = { now: Date.parse('2026-09-10T02:00:00Z') }
    const shop = await openShop(await deskOptions({ clock: () => new Date(clock.now) }))
    const desk = await deskAs(shop, 'owner')
    const placed = await shop.placeCardOrder()
    const session = shop.stripe.sessionOf(placed.order.id)
    const { number } = placed.order
    const report = async () => {
      clock.now += 60_000
      await settle(shop.ctx, placed.order.id)
    }
    shop.stripe.pay(session)
    await report()
    shop.stripe.dispute(session, 'needs_response')
    await report()
    shop.stripe.dispute(session, 'won')
    await report()
    shop.stripe.refund(session, 800)
    await report()
    await report()
    shop.stripe.refund(session, 45_000)
    await report()

    const { entries } = (await desk.get(deskApiRoutes.audit).expect(200)).body as AuditList
    // Entries of one report have the same time.
    const placeOf = ({ at, act }: AuditEntry) => `${at} ${act}`
    const reported = entries
      .filter(({ who }) => who === '')
      .toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1))
    const licence = { name: expect.stringMatching(/^key ending /) }
    expect(reported).toMatchObject([
      ...[1, 2].map(() => ({
        act: 'licence.suspended',
        ...licence,
        before: { status: 'active' },
        after: { disputeOf: number },
      })),
      { act: 'order.attention', name: number, after: { reason: 'Disputed, $458.00: fraudulent' } },
      ...[1, 2].map(() => ({ act: 'licence.reinstated', ...licence, before: { status: 'suspended' } })),
      { act: 'order.refunded', name: number, before: { refunded: 0 }, after: { refunded: 800 } },
      ...[1, 2].map(() => ({ act: 'licence.revoked', ...licence, after: { refundOf: number } })),
      { act: 'order.refunded', name: number, before: { refunded: 800 }, after: { refunded: 45_800 } },
    ])
    const page = await supertest(shop.app)
      .get(deskRoutes.order(number))
      .set('Cookie', await cookieOf(shop, 'owner'))
      .expect(200)
    const refunds = page.text.match(/<tr[^>]*>(?:(?!<\/tr>).)*>Refund<(?:(?!<\/tr>).)*<\/tr>/g) ?? []
    expect(refunds).toHaveLength(2)
    for (const row of refunds) expect(row).toMatch(/10\sSep.*The card provider/)
  })

  test('is filtered by who and by days, also as CSV', async () => {
    const clock = { now: Date.parse('2026-09-10T02:00:00Z') }
    const shop = await openShop(await deskOptions({ clock: () => new Date(clock.now) }))
    const desk = await deskAs(shop, 'owner')
    const { order } = await shop.placeCardOrder()
    const session = shop.stripe.sessionOf(order.id)
    shop.stripe.pay(session)
    await settle(shop.ctx, order.id)
    shop.stripe.refund(session, 800)
    await settle(shop.ctx, order.id)
    const note = `${deskApiRoutes.orders}/${order.number}/note`
    for (const text of ['First day', 'Second day', 'Third day']) {
      await desk.post(note, { text }).expect(200)
      clock.now += dayMs
    }

    const found = async (query: Record<string, string>): Promise<AuditEntry[]> =>
      (await desk.get(`${deskApiRoutes.audit}?${new URLSearchParams(query)}`).expect(200)).body.entries
    const acts = async (query: Record<string, string>) => (await found(query)).map(({ act }) => act)
    const notes = async (query: Record<string, string>) =>
      (await found({ who: 'alex@example.com', ...query })).flatMap(({ after }) => after.text ?? [])
    for (const who of ['The card provider', 'card provider'])
      expect(await acts({ who })).toEqual(['order.refunded'])
    expect(await acts({ who: 'nobody@example.com' })).toEqual([])
    expect(await notes({})).toEqual(['Third day', 'Second day', 'First day'])
    expect(await notes({ who: 'alex@example.com'.toUpperCase(), sort: 'at' })).toHaveLength(3)
    // Days in Sydney.
    expect(await notes({ from: '2026-09-11', to: '2026-09-11' })).toEqual(['Second day'])
    const { text } = await desk
      .get(`${deskApiRoutes.auditCsv}?to=2026-09-10&who=alex@example.com`)
      .expect(200)
    expect(text).toContain('First day')
    expect(text).not.toContain('Second day')
    await desk.get(`${deskApiRoutes.audit}?from=yesterday`).expect(422)
  })
})
