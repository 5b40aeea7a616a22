import { expect, test } from 'vitest'
import { allRights } from '#shared/desk/scopes.ts'
import type { PlacedOrder } from '#shared/orders/orders.ts'
import type { AppContext } from '../../context.ts'
import { viewDeskOrder } from '../../desk/orders/view-order.ts'
import { viewMine } from '../../licences/your-licences/mine.ts'
import { readSnapshot } from '../../runtime/db/read-snapshot.ts'
import { afterStatement } from '../../testing/support/after-statement.ts'
import { describeOnBothEngines } from '../../testing/support/databases.ts'
import { type TestShop, useShops } from '../../testing/support/shop.ts'
import { createShopSources } from '../mails/sources.ts'
import { findOrder } from './order-store.ts'
import { viewOrder } from './order-view.ts'
import { revokeLinks } from './revoke-links.ts'
import { settle } from './settle.ts'

/** What each view shows of an order: all of it is unpaid, or all of it is paid. */
const views = {
  async 'the order’s page'(ctx: AppContext, { order }: PlacedOrder) {
    const shown = await viewOrder(ctx, { id: order.id, link_generation: 0 })
    const { status, paidAt, lines, invoice, documents, payments, mails } = shown
    const licences = lines.flatMap((line) => line.licences)
    return [status === 'paid', paidAt, licences[0], invoice, documents[0], payments[0], mails[0]]
  },
  async 'the desk’s page'(ctx: AppContext, { order }: PlacedOrder) {
    const { status, payments, outstanding, licences, documents, mails, events } = await viewDeskOrder(
      ctx,
      order.id,
      allRights,
    )
    const isPaid = events.some(({ event }) => event === 'order.paid')
    return [status === 'paid', payments[0], outstanding === 0, licences[0], documents[0], mails[0], isPaid]
  },
  async 'Your licences'(ctx: AppContext, placed: PlacedOrder) {
    const { licences, orders } = await viewMine(ctx, { email: placed.order.customer.email, endsAt: '' })
    const [order] = orders
    return [licences[0], order?.status === 'paid', order?.invoice, order?.payments[0], order?.mails[0]]
  },
  async 'the order’s mail'(ctx: AppContext, { order: { id } }: PlacedOrder) {
    const found = await createShopSources(ctx).order(id)
    return [found?.order.status === 'paid', found?.licences[0]]
  },
}

describeOnBothEngines('an order that is paid meanwhile', (databases) => {
  const openShop = useShops(databases)

  test.each(Object.entries(views))('is unpaid or paid in every part of %s', async (_name, view) => {
    const shop = await openShop()
    const paid: boolean[] = []
    for (let nth = 1; ; nth += 1) {
      const placed = await placePaid(shop, `ada${nth}@example.com`)
      const { ctx, hasHappened } = afterStatement(shop.ctx, nth, () => settle(shop.ctx, placed.order.id))
      const parts = (await view(ctx, placed)).map(Boolean)
      expect([nth, new Set(parts).size]).toEqual([nth, 1])
      if (!hasHappened()) break
      paid.push(parts[0] === true)
    }
    // The last statement is followed by no other, so it's paid after the whole view.
    expect(paid.length).toBeGreaterThan(2)
    expect(paid.at(-1)).toBe(false)
  })
})

describeOnBothEngines('a snapshot', (databases) => {
  const openShop = useShops(databases)

  test('lets others write, can’t write, and ends with its reader', async () => {
    const { ctx } = await openShop()
    const { database } = ctx
    const add = (db: typeof database.db, name: string) =>
      db.insertInto('counters').values({ name, value: 1 }).execute()
    const names = (db: typeof database.db) =>
      db.selectFrom('counters').select('name').where('name', 'like', 'test%').execute()
    await add(database.db, 'test 1')
    const seen = await readSnapshot(database, async (snapshot) => {
      const before = await names(snapshot)
      await add(database.db, 'test 2')
      return [before, await names(snapshot)]
    })
    expect(seen).toEqual([[{ name: 'test 1' }], [{ name: 'test 1' }]])
    await expect(readSnapshot(database, (snapshot) => add(snapshot, 'test 3'))).rejects.toThrow(/read-?only/)
    expect(await readSnapshot(database, names)).toHaveLength(2)
  })

  test('doesn’t show an order whose links were revoked after they had opened it', async () => {
    const shop = await openShop()
    const { order } = await shop.placeCardOrder()
    const opened = await findOrder(shop.ctx.database.db, order.id)
    if (!opened) throw new Error('no order')
    await revokeLinks(shop.ctx, opened, { who: 'test' })
    await expect(viewOrder(shop.ctx, opened)).rejects.toMatchObject({ code: 'order_not_found' })
  })
})

/** The provider has the money, and the shop doesn't know yet. */
async function placePaid(shop: TestShop, email: string): Promise<PlacedOrder> {
  const placed = await shop.placeCardOrder({ customer: { name: 'Ada Byron', email, country: 'AU' } })
  shop.stripe.pay(shop.stripe.sessionOf(placed.order.id))
  return placed
}
