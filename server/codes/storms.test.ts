import { expect, test } from 'vitest'
import { apiRoutes } from '#shared/api-routes.ts'
import { newCodeSchema } from '#shared/codes.ts'
import { momentOf } from '../moment.ts'
import { describeOnBothEngines } from '../testing/databases.ts'
import { passingToken } from '../testing/recaptcha-server.ts'
import { cartBody, newKey, useShops } from '../testing/shop.ts'
import { startSites } from '../testing/start-sites.ts'
import { addCode, listCodes } from './codes.ts'

describeOnBothEngines('a discount code', (databases) => {
  const openShop = useShops(databases)

  test('for ten is used ten times by 50 checkouts at once in three processes', async () => {
    const shop = await openShop()
    const { db } = shop.ctx.database
    const code = newCodeSchema.parse({ code: 'CREW10', percent: 10, maxUses: 10 })
    await db.transaction().execute((trx) => addCode(trx, code, { who: 'test', ...momentOf(shop.ctx) }))
    const sites = await startSites(shop, 3)
    const checkOut = async (index: number) => {
      const order = cartBody({
        code: 'CREW10',
        expectedTotal: 41_220,
        paymentMethod: index % 2 ? 'card' : 'invoice',
        customer: { name: 'Ada Byron', email: `buyer-${index}@example.com`, country: 'AU' },
      })
      const headers = { 'content-type': 'application/json', 'idempotency-key': newKey() }
      const url = `${sites[index % 3]?.address}${apiRoutes.checkout}`
      for (;;) {
        const body = JSON.stringify({ ...order, verification: passingToken() })
        const { status } = await fetch(url, { method: 'POST', headers, body })
        // A slow machine's database stays locked for longer than a request waits.
        if (status !== 503) return status
      }
    }
    const statuses = await Promise.all(Array.from({ length: 50 }, (_, index) => checkOut(index)))
    expect(statuses.toSorted()).toEqual([...Array(10).fill(201), ...Array(40).fill(422)])
    expect(await listCodes(db)).toMatchObject([{ reserved: 10, counted: 0 }])
    expect(await db.selectFrom('orders').select('total').execute()).toEqual(Array(10).fill({ total: 41_220 }))
    expect(await Promise.all(sites.map(({ stop }) => stop()))).toEqual([0, 0, 0])
  }, 120_000)
})
