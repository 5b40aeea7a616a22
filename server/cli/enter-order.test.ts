import { expect, test } from 'vitest'
import { runAdmin } from '../testing/support/admin.ts'
import { describeOnBothEngines } from '../testing/support/databases.ts'
import { useShops } from '../testing/support/shop.ts'

describeOnBothEngines('orders enter', (databases) => {
  const openShop = useShops(databases)

  test('brings back what a restore lost, and no number is given twice', async () => {
    const shop = await openShop()
    const { db } = shop.ctx.database
    const day = shop.today()
    const year = day.slice(0, 4)
    const buyer = ['--date', day, '--items', 'studio=2', '--name', 'Ada Byron', '--email', 'ada@example.com']
    const enter = (...args: string[]) => runAdmin(shop.environment, 'orders', 'enter', ...args)
    const lost = [`${year}-000188`, ...buyer, '--total', '458.00']
    expect(await enter(`${year}-000188`, ...buyer, '--total', '400.00')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('this is $458.00, not $400.00'),
    })
    expect((await enter(...lost, '--invoice', 'INV-000042')).stderr).toContain(
      'The next invoice is INV-000001',
    )
    expect(await db.selectFrom('orders').select('id').execute()).toEqual([])

    const entered = await enter(...lost, '--invoice', 'INV-000001')
    expect([entered.status, entered.stderr]).toEqual([0, ''])
    expect((await enter(...lost)).stderr).toContain(`There is an order ${year}-000188 already`)
    expect((await enter(`${year}-000187`, ...buyer, '--total', '458.00')).status).toBe(0)
    const placed = await shop.checkOut({ paymentMethod: 'invoice' }).expect(201)
    expect(placed.body.order.number).toBe(`${year}-000189`)
    const paid = await runAdmin(shop.environment, 'orders', 'mark-paid', `${year}-000188`)
    expect([paid.status, paid.stdout]).toEqual([0, expect.stringContaining('paid')])
    const invoices = await db
      .selectFrom('invoices')
      .select('number')
      .where('number', 'like', 'INV-%')
      .orderBy('number')
      .execute()
    expect(invoices.map(({ number }) => number)).toEqual(['INV-000001', 'INV-000002', 'INV-000003'])
    const entries = await db
      .selectFrom('audit_entries')
      .select('act')
      .where('act', '=', 'order.entered')
      .execute()
    expect(entries).toHaveLength(2)
  })
})
