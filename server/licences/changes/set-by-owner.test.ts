import supertest from 'supertest'
import { expect, test } from 'vitest'
import { dayIn } from '#shared/calendar/calendar.ts'
import { type ChangeOffer, changeOfferSchema } from '#shared/licensing/change-offer.ts'
import type { ChangeRequest } from '#shared/licensing/changes.ts'
import { forGood } from '#shared/licensing/for-good.ts'
import type { PlacedOrder } from '#shared/orders/orders.ts'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { findOrder } from '../../shop/orders/order-store.ts'
import { refundOrder } from '../../shop/orders/refund-order.ts'
import { settle } from '../../shop/orders/settle.ts'
import { describeOnBothEngines } from '../../testing/support/databases.ts'
import { seedLicence } from '../../testing/support/licensing.ts'
import { type TestShop, useShops } from '../../testing/support/shop.ts'
import { setSeats, setUpdatesUntil } from '../licensing/acts.ts'

const timeZone = 'Australia/Sydney'
const now = new Date('2026-11-22T02:00:00Z')
const by = { who: 'command line' }

describeOnBothEngines('what the owner sets on a licence', (databases) => {
  const openShop = useShops(databases)

  async function setup(until: string) {
    const shop = await openShop({ clock: () => now })
    const solo = { sku: 'solo', plan: 'Solo', seat_limit: 1, updates_until: `${until}T12:59:59.999Z` }
    return { shop, ...(await seedLicence(shop.ctx, solo)) }
  }

  async function payFor({ ctx, stripe }: TestShop, { order }: PlacedOrder) {
    stripe.pay(stripe.sessionOf(order.id))
    await settle(ctx, order.id)
    return (await findOrder(ctx.database.db, order.id))?.status
  }

  async function buy(shop: TestShop, key: string, change: ChangeRequest): Promise<PlacedOrder> {
    const placed = await shop.placeChangeOrder(key, change)
    expect(await payFor(shop, placed)).toBe('paid')
    return placed
  }

  async function quote(shop: TestShop, licenceKey: string, change?: ChangeRequest): Promise<ChangeOffer> {
    const send = supertest(shop.app).post(apiRoutes.licenceQuote).send({ licenceKey, change })
    return changeOfferSchema.parse((await send.expect(200)).body)
  }

  /** Reads the licence's terms from a quote without changes. */
  async function termsOf(shop: TestShop, key: string) {
    const { licence, after } = await quote(shop, key)
    expect(after).toMatchObject({ seats: licence.seats.limit, updatesUntil: licence.updatesUntil })
    return [after.seats, dayIn(timeZone, after.updatesUntil)]
  }

  test('is quoted, and what later changes and their refunds count from', async () => {
    const { shop, id, key } = await setup('2027-01-11')
    await buy(shop, key, { to: 'studio' })
    const added = await buy(shop, key, { extraSeats: 4 })
    await setSeats(shop.ctx, id, 4, by)
    expect(await termsOf(shop, key)).toEqual([4, '2027-01-11'])
    // One extra machine is left to renew.
    expect(await quote(shop, key, { renew: 1 })).toMatchObject({ total: 12_900, after: { seats: 4 } })
    await buy(shop, key, { renew: 1 })
    expect(await termsOf(shop, key)).toEqual([4, '2028-01-11'])
    const row = await findOrder(shop.ctx.database.db, added.order.id)
    if (row) await refundOrder(shop.ctx, row, {}, by)
    expect(await termsOf(shop, key)).toEqual([3, '2028-01-11'])
    await setSeats(shop.ctx, id, 5, by)
    expect((await quote(shop, key, { extraSeats: 1 })).after.seats).toBe(6)
  })

  test('outlasts disputes of what was bought before it', async () => {
    const { shop, id, key } = await setup('2021-02-28')
    await buy(shop, key, { renew: 1 })
    const seat = await buy(shop, key, { extraSeats: 1 })
    await setUpdatesUntil(shop.ctx, id, '2028-06-30', by)
    for (const [state, seats] of [
      ['needs_response', 1],
      ['won', 2],
    ] as const) {
      shop.stripe.dispute(shop.stripe.sessionOf(seat.order.id), state)
      await settle(shop.ctx, seat.order.id)
      expect(await termsOf(shop, key)).toEqual([seats, '2028-06-30'])
    }
    await buy(shop, key, { renew: 1 })
    expect(await termsOf(shop, key)).toEqual([2, '2029-06-30'])
  })

  test('is for good if it says so, and a renewal that is paid later goes to review', async () => {
    const { shop, id, key } = await setup('2021-02-28')
    const renewal = await buy(shop, key, { renew: 1 })
    const later = await shop.placeChangeOrder(key, { renew: 1 })
    await setUpdatesUntil(shop.ctx, id, forGood, by)
    expect(await payFor(shop, later)).toBe('review')
    await buy(shop, key, { extraSeats: 1 })
    const row = await findOrder(shop.ctx.database.db, renewal.order.id)
    if (row) await refundOrder(shop.ctx, row, {}, by)
    expect(await termsOf(shop, key)).toEqual([2, forGood])
    expect((await quote(shop, key)).options.renewal).toBeNull()
  })
})
