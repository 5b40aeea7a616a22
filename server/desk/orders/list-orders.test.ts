import { expect, test } from 'vitest'
import { fieldOf, orderSorts } from '#shared/desk/sorts.ts'
import { deskApiRoutes } from '#shared/routes/desk-routes.ts'
import { written } from '../../runtime/db/rows/buyer.ts'
import { anyOrder, type OrderChanges } from '../../testing/support/any-order.ts'
import { describeOnBothEngines } from '../../testing/support/databases.ts'
import { deskAs, deskOptions } from '../../testing/support/desk.ts'
import { plansOf } from '../../testing/support/query-plans.ts'
import { useShops } from '../../testing/support/shop.ts'
import { listOrdersPage } from './list-orders.ts'

describeOnBothEngines('the desk’s list of orders', (databases) => {
  const openShop = useShops(databases)

  async function openDesk(orders: OrderChanges[]) {
    const shop = await openShop(await deskOptions())
    const rows = orders.map((order, index) =>
      written(anyOrder({ id: `ord_${index}`, number: `2026-${String(index).padStart(6, '0')}`, ...order })),
    )
    await shop.ctx.database.db.insertInto('orders').values(rows).execute()
    const desk = await deskAs(shop, 'books')
    const list = async (query = '') => {
      const { body } = await desk.get(`${deskApiRoutes.orders}?${query}`).expect(200)
      return body as { orders: { number: string; status: string }[]; next: string | null }
    }
    return {
      desk,
      shop,
      list,
      numbers: async (query: string) => (await list(query)).orders.map(({ number }) => number),
    }
  }

  test('is read page by page, the newest first, with none lost or shown twice while orders come in', async () => {
    const orders = Array.from({ length: 25 }, (_, index) => ({
      // Gives several orders the same time.
      created_at: new Date(Date.UTC(2026, 5, 1 + Math.floor(index / 3))).toISOString(),
      status: (['paid', 'pending', 'refunded'] as const)[index % 3],
    }))
    const { list } = await openDesk(orders)
    for (const query of ['', 'status=paid,refunded', 'status=pending', 'q=mary', 'q=2026&status=paid']) {
      const seen: string[] = []
      let next: string | null = ''
      while (next !== null) {
        const page = await list(`limit=4&${query}${next ? `&after=${next}` : ''}`)
        expect(page.orders.length).toBeLessThanOrEqual(4)
        seen.push(...page.orders.map(({ number }) => number))
        next = page.next
      }
      const { orders: whole } = await list(`limit=200&${query}`)
      expect([query, seen]).toEqual([query, whole.map(({ number }) => number)])
      expect(seen.length).toBe(
        { '': 25, 'q=mary': 25, 'status=paid,refunded': 17, 'status=pending': 8 }[query] ?? 9,
      )
    }
  })

  test('is filtered by days of the company, method and text', async () => {
    const { numbers, desk, shop } = await openDesk([
      { created_at: '2026-06-30T13:59:59.999Z', payment_method: 'invoice', status: 'pending' },
      { created_at: '2026-06-30T14:00:00.000Z', buyer: { companyName: 'Écoles réunies' } },
      { created_at: '2026-07-01T13:59:59.999Z', status: 'expired' },
      { created_at: '2026-07-01T14:00:00.000Z', status: 'cancelled' },
    ])
    expect(await numbers('from=2026-07-01&to=2026-07-01')).toEqual(['2026-000002', '2026-000001'])
    expect(await numbers('method=transfer')).toEqual(['2026-000000'])
    expect(await numbers('method=card&q=ecoles')).toEqual(['2026-000001'])
    expect(await numbers('method=card&q=ecoles&from=2026-07-01&to=2026-07-01')).toEqual(['2026-000001'])
    expect(await numbers('q=2026&from=2026-07-02')).toEqual(['2026-000003'])
    expect(await numbers('q=2026&to=2026-06-30')).toEqual(['2026-000000'])
    expect(await numbers('q=2026&from=2027-01-01')).toEqual([])
    expect(await numbers('q=2026&status=expired,cancelled')).toEqual(['2026-000003', '2026-000002'])
    expect(await numbers('q=2026&method=transfer&status=expired')).toEqual([])
    const { db } = shop.ctx.database
    await db.updateTable('orders').set({ status: 'partially_refunded' }).where('id', '=', 'ord_0').execute()
    expect(await numbers('q=2026&status=partially_refunded')).toEqual(['2026-000000'])
    expect(await numbers('q=2026&status=pending')).toEqual([])
    expect(await numbers('status=expired,cancelled&from=&to=&q=')).toEqual(['2026-000003', '2026-000002'])
    expect(await numbers('q=nobody')).toEqual([])
    expect(await numbers('q=%3F%3F')).toEqual([])
    for (const wrong of [
      'status=lost',
      'waits=none',
      'from=yesterday',
      'after=x',
      'limit=0',
      'limit=1000',
      'method=cash',
    ]) {
      const { body } = await desk.get(`${deskApiRoutes.orders}?${wrong}`).expect(422)
      expect([wrong, body.code]).toEqual([wrong, 'invalid_request'])
    }
  })

  test('is filtered by what waits, as Today counts it', async () => {
    const attention = { id: 'dp_1', kind: 'dispute', reason: 'fraudulent', amount: 1, dueBy: null }
    const dispute = (isAnswered: boolean) => JSON.stringify({ ...attention, isAnswered })
    const { numbers, desk } = await openDesk([
      { status: 'pending', payment_method: 'invoice' },
      { status: 'pending', payment_state: 'failed' },
      { status: 'pending' },
      { status: 'refunded', refund_to_send: 975 },
      { status: 'refunded', refund_failed: 975 },
      { status: 'refunded' },
      { status: 'disputed', attention: dispute(false) },
      { status: 'disputed', attention: dispute(true) },
      { attention: dispute(false) },
      { status: 'review' },
      {},
    ])
    const { body: overview } = await desk.get(deskApiRoutes.overview).expect(200)
    for (const [kind, found] of [
      ['awaiting', ['2026-000000', '2026-000001']],
      ['refundToSend', ['2026-000003']],
      ['refundFailed', ['2026-000004']],
      ['disputed', ['2026-000006']],
      ['attention', ['2026-000008']],
      ['review', ['2026-000009']],
    ] as const) {
      const counted = kind === 'awaiting' ? overview.awaiting.orders : overview[kind]
      expect([kind, counted]).toEqual([kind, found.length])
      for (const more of ['sort=createdAt', 'q=mary'])
        expect([kind, (await numbers(`waits=${kind}&${more}`)).toSorted()]).toEqual([kind, found])
    }
  })
})

const time = '2026-06-30T14:00:00.000Z'

test('the list of orders is read by indexes alone', async () => {
  const keys = { createdAt: [time], total: [45_800, time] }
  const filters = [
    {},
    { status: ['paid' as const] },
    { method: 'card' as const },
    { from: '2026-07-01' as const },
    { sku: 'studio', from: '2026-07-01' as const, dated: 'documents' as const },
    { status: ['pending' as const], from: '2026-07-01' as const, to: '2026-07-31' as const },
  ]
  const plans = await plansOf(async (reader) => {
    for (const filter of filters)
      for (const sort of orderSorts) {
        const asked = { ...filter, timeZone: 'Australia/Sydney' } as never
        const after = { sort, keys: keys[fieldOf(sort)], id: 'ord_1' }
        await listOrdersPage({ reader, engine: 'sqlite' }, asked, { after, limit: 50, sort })
      }
  })
  expect(plans).toHaveLength(filters.length * orderSorts.length)
  for (const { text, steps } of plans) {
    for (const step of steps) expect(step, text).not.toMatch(/SCAN|TEMP B-TREE/)
    if (text.includes('order by "orders"."total"'))
      expect(steps.join(), text).toContain(
        text.includes('"status" = ') ? 'orders_by_state_and_total' : 'orders_by_total',
      )
  }
})

test('the orders of a country, or that changed a licence, are found by an index', async () => {
  const sort = '-createdAt' as const
  const page = { after: null, limit: 50, sort }
  const indexes = { country: 'orders_by_country', kind: 'order_lines_by_change' }
  for (const filter of [{ country: 'NZ' }, { kind: 'renewal' }] as const)
    for (const dated of [undefined, 'documents'] as const) {
      const asked = { ...filter, dated, from: '2026-07-01', timeZone: 'Australia/Sydney' } as never
      const plans = await plansOf((reader) => listOrdersPage({ reader, engine: 'sqlite' }, asked, page))
      const [name = 'kind'] = Object.keys(filter) as (keyof typeof indexes)[]
      expect(plans.map(({ steps }) => steps.join())).toEqual([expect.stringContaining(indexes[name])])
    }
})

test('the few orders that were disputed are found by an index', async () => {
  const asked = { from: '2026-07-01', dated: 'disputes', timeZone: 'Australia/Sydney' } as const
  const page = { after: null, limit: 50, sort: '-createdAt' } as const
  const [plan] = await plansOf((reader) => listOrdersPage({ reader, engine: 'sqlite' }, asked, page))
  expect(plan?.steps.join()).toContain('order_events_disputed')
  expect(plan?.steps.join()).not.toContain('SCAN')
})

test('the few orders that wait are found by an index of these', async () => {
  const indexes = {
    refundFailed: 'orders_by_refund_failed',
    refundToSend: 'orders_by_refund_to_send',
    attention: 'orders_by_attention',
  }
  for (const [waits, index] of Object.entries(indexes))
    for (const sort of orderSorts) {
      const asked = { waits, timeZone: 'Australia/Sydney' } as never
      const page = { after: null, limit: 50, sort }
      const plans = await plansOf((reader) => listOrdersPage({ reader, engine: 'sqlite' }, asked, page))
      expect(plans.map(({ steps }) => steps.join())).toEqual([
        expect.stringContaining(`SCAN orders USING INDEX ${index}`),
      ])
      expect(plans[0]?.steps.join()).not.toMatch(/orders_listed|orders_by_total/)
    }
})

test('finds orders by text without a sort, so that it can stop at a page', async () => {
  const after = { sort: '-createdAt', keys: [time], id: 'ord_1' } as const
  const asked = {
    q: 'ada',
    status: ['paid' as const],
    from: '2026-07-01' as const,
    timeZone: 'Australia/Sydney',
  }
  const plans = await plansOf((reader) =>
    listOrdersPage({ reader, engine: 'sqlite' }, asked as never, { after, limit: 50, sort: '-createdAt' }),
  )
  expect(plans).toHaveLength(1)
  expect(plans[0]?.steps[0]).toMatch(/^SCAN search_index VIRTUAL TABLE INDEX/)
  expect(plans[0]?.steps.join()).not.toMatch(/TEMP B-TREE/)
})
