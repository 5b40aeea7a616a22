import { expect, test } from 'vitest'
import type { PlacedOrder } from '#shared/orders/orders.ts'
import { settle } from '../shop/orders/settle.ts'
import { runAdmin } from '../testing/support/admin.ts'
import { describeOnBothEngines } from '../testing/support/databases.ts'
import { useShops } from '../testing/support/shop.ts'

describeOnBothEngines('the day on the command line', (databases) => {
  const openShop = useShops(databases)

  test('says what waits and how sales went, as the desk does', async () => {
    const shop = await openShop()
    const today = (...args: string[]) => runAdmin(shop.environment, 'today', ...args)
    const placed = (await shop.checkOut({ paymentMethod: 'invoice' }).expect(201)).body
    const { number } = (await shop.checkOut({ paymentMethod: 'invoice' }).expect(201)).body.order
    await runAdmin(shop.environment, 'orders', 'mark-paid', placed.order.number)
    const { stdout } = await today()
    expect(stdout).toMatch(/^\w+ things? waits?\. The oldest since .+\. One order awaits \$458\.00\.$/m)
    expect(stdout).toMatch(
      new RegExp(`^  Awaiting payment  .* · ${number} · since .*, due .*  \\$458\\.00$`, 'm'),
    )
    expect(stdout).not.toContain(placed.order.number)
    expect(stdout).toMatch(
      /^Sales, 30 days {6}\$916\.00 in 2 orders, \$458\.00 of it unpaid; \$0\.00 in the 30 days before; \$0\.00 a year before$/m,
    )
    expect(stdout).toMatch(/^Came in {13}\$458\.00 today, \$458\.00 in 30 days$/m)
    expect(stdout).toMatch(/^ {2}Studio {12}4 for \$916\.00$/m)
    const raw = JSON.parse((await today('--days', '7', '--json')).stdout)
    expect(raw).toMatchObject({ awaiting: { orders: 1, sum: 45_800 } })
    expect(raw.sales).toHaveLength(7)
    expect((await today('--days', '93')).stderr).toContain('--days: ')
  })

  test('keeps the figures apart from the longest of their names', async () => {
    const shop = await openShop()
    const pay = async (placed: PlacedOrder) => {
      shop.stripe.pay(shop.stripe.sessionOf(placed.order.id))
      await settle(shop.ctx, placed.order.id)
      return (await shop.orderOf(placed)).body
    }
    const solo = { items: [{ sku: 'solo', qty: 1 }], expectedTotal: 8900 }
    const { key } = (await pay(await shop.placeCardOrder(solo))).lines[0].licences[0]
    for (const change of [{ renew: 3 }, { to: 'studio' }]) await pay(await shop.placeChangeOrder(key, change))
    const { stdout } = await runAdmin(shop.environment, 'today')
    expect(stdout).toMatch(/^ {2}Updates ahead, upgraded {2}1 for \$180\.00$/m)
    expect(stdout).toMatch(/^ {2}Solo {21}1 for \$89\.00$/m)
  })

  test('and the audit say in words who did what to whom', async () => {
    const shop = await openShop()
    const { number } = (await shop.checkOut({ paymentMethod: 'invoice' }).expect(201)).body.order
    await runAdmin(shop.environment, 'orders', 'note', number, 'Calls back')
    const audit = (...args: string[]) => runAdmin(shop.environment, 'desk', 'audit', ...args)
    expect((await audit()).stdout).toMatch(
      new RegExp(`  The command line wrote a note, ${number}; Note: Calls back$`, 'm'),
    )
    expect(JSON.parse((await audit('--json')).stdout)[0]).toMatchObject({ act: 'order.note', name: number })
  })
})
