import supertest from 'supertest'
import { expect, test } from 'vitest'
import { priceChoice } from '#client/pages/renew/price-choice.ts'
import { dayIn } from '#shared/calendar/calendar.ts'
import { changeOfferSchema } from '#shared/licensing/change-offer.ts'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { findOrder } from '../../shop/orders/order-store.ts'
import { settle } from '../../shop/orders/settle.ts'
import { describeOnEitherEngine } from '../../testing/support/databases.ts'
import { seedLicence } from '../../testing/support/licensing.ts'
import { type TestShop, useShops } from '../../testing/support/shop.ts'

const timeZone = 'Australia/Sydney'
const solo = { sku: 'solo', plan: 'Solo', seat_limit: 1 }

describeOnEitherEngine('an upgrade of a licence with updates paid ahead', (databases) => {
  const openShop = useShops(databases)

  async function setup(updates_until: string) {
    const shop = await openShop({ clock: () => new Date('2026-11-22T02:00:00Z') })
    return { shop, ...(await seedLicence(shop.ctx, { ...solo, updates_until })) }
  }

  async function quote({ app }: TestShop, licenceKey: string, change?: object) {
    const { body } = await supertest(app)
      .post(apiRoutes.licenceQuote)
      .send({ licenceKey, change })
      .expect(200)
    return changeOfferSchema.parse(body)
  }

  async function settled({ ctx, stripe }: TestShop, id: string) {
    stripe.pay(stripe.sessionOf(id))
    await settle(ctx, id)
    return (await findOrder(ctx.database.db, id))?.status
  }

  async function licenceOf({ ctx }: TestShop) {
    const { sku, updates_until } = await ctx.database.db
      .selectFrom('licences')
      .selectAll()
      .executeTakeFirstOrThrow()
    return [sku, dayIn(timeZone, updates_until)]
  }

  test('costs on the page what is quoted, ordered, charged and invoiced', async () => {
    // 36 months are left: 24 of them cost a twelfth of $260 more.
    const { shop, key } = await setup('2029-11-22T12:59:59.999Z')
    const offer = await quote(shop, key)
    const shown = priceChoice(
      offer,
      { years: 0, to: 'facility', extraSeats: 0 },
      shop.ctx.library.typed.pricing.tax,
      null,
    )
    expect(shown.lines).toEqual([
      { kind: 'upgrade', amount: 60_100 },
      { kind: 'ahead', amount: 52_000 },
    ])
    const quoted = await quote(shop, key, shown.change)
    expect(quoted.lines.map(({ amount }) => amount)).toEqual([60_100, 52_000])
    expect(quoted.after.updatesUntil).toBe('2029-11-22T12:59:59.999Z')

    const placed = await shop.placeChangeOrder(key, { to: 'facility' })
    const session = shop.stripe.sessionOf(placed.order.id)
    const totals = [shown.total, quoted.total, placed.order.total, session.amount_total]
    expect(totals).toEqual(totals.map(() => 112_100))
    expect([quoted.tax, placed.order.tax]).toEqual([shown.tax, shown.tax])

    expect(await settled(shop, placed.order.id)).toBe('paid')
    expect(await licenceOf(shop)).toEqual(['facility', '2029-11-22'])
    const { body: order } = await shop.orderOf(placed).expect(200)
    expect(order.lines.map((line: { change: string }) => line.change)).toEqual(['upgrade', 'ahead'])
    const { content } = order.documents[0]
    expect(content.lines[1].description).toContain(': Difference for 24 months of updates paid ahead, ')
    expect(content.total).toBe(112_100)
  })

  test('goes to review when it was renewed between its order and its payment', async () => {
    const { shop, key } = await setup('2027-11-22T12:59:59.999Z')
    const upgrade = await shop.placeChangeOrder(key, { to: 'facility' })
    expect(upgrade.order.total).toBe(60_100)
    const renewal = await shop.placeChangeOrder(key, { renew: 3 })
    expect(await settled(shop, renewal.order.id)).toBe('paid')
    expect(await settled(shop, upgrade.order.id)).toBe('review')
    expect(await licenceOf(shop)).toEqual(['solo', '2030-11-22'])
  })

  test('sends a renewal at the old plan’s price to review that is paid after it', async () => {
    const { shop, key } = await setup('2027-11-22T12:59:59.999Z')
    const renewal = await shop.placeChangeOrder(key, { renew: 3 })
    const upgrade = await shop.placeChangeOrder(key, { to: 'facility', renew: 1 })
    expect(await settled(shop, upgrade.order.id)).toBe('paid')
    expect(await settled(shop, renewal.order.id)).toBe('review')
    expect(await licenceOf(shop)).toEqual(['facility', '2028-11-22'])
  })

  test('may be paid beside a renewal that leaves twelve months or less', async () => {
    const { shop, key } = await setup('2026-11-22T12:59:59.999Z')
    const upgrade = await shop.placeChangeOrder(key, { to: 'facility' })
    const renewal = await shop.placeChangeOrder(key, { renew: 1 })
    expect(await settled(shop, renewal.order.id)).toBe('paid')
    expect(await settled(shop, upgrade.order.id)).toBe('paid')
    expect(await licenceOf(shop)).toEqual(['facility', '2027-11-22'])
  })
})
