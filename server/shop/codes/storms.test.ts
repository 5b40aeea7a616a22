import { expect, test } from 'vitest'
import { newCodeSchema } from '#shared/pricing/codes.ts'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { momentOf } from '../../runtime/moment.ts'
import { createSend } from '../../testing/soak/send-until-answered.ts'
import { describeOnBothEngines } from '../../testing/support/databases.ts'
import { passingToken } from '../../testing/support/recaptcha-server.ts'
import { serveFromTwo } from '../../testing/support/serve-from-two.ts'
import { cartBody, newKey, useShops } from '../../testing/support/shop.ts'
import { addCode, listCodes } from './codes.ts'

describeOnBothEngines('a discount code', (databases) => {
  const openShop = useShops(databases)

  test('for ten is used ten times by 24 checkouts at once in two processes', async () => {
    const shop = await openShop()
    const { db } = shop.ctx.database
    const code = newCodeSchema.parse({ code: 'CREW10', percent: 10, maxUses: 10 })
    await db.transaction().execute((trx) => addCode(trx, code, { who: 'test', ...momentOf(shop.ctx) }))
    const { addresses, stopOther } = await serveFromTwo(shop)
    const checkOut = async (index: number) => {
      const order = cartBody({
        code: 'CREW10',
        expectedTotal: 41_220,
        paymentMethod: index % 4 < 2 ? 'card' : 'invoice',
        customer: { name: 'Ada Byron', email: `buyer-${index}@example.com`, country: 'AU' },
      })
      const send = createSend(() => addresses[index % 2] ?? '', { requests: 0, repeated: 0 })
      // On a slow machine a locked database answers 503, and the key then stays leased for 30 seconds.
      const answer = await send<{ order?: object; code?: string }>({
        path: apiRoutes.checkout,
        headers: { 'idempotency-key': newKey() },
        body: () => ({ ...order, verification: passingToken() }),
        accepted: [422],
      })
      return answer.order ? 'ordered' : answer.code
    }
    const answers = await Promise.all(Array.from({ length: 24 }, (_, index) => checkOut(index)))
    expect(answers.toSorted()).toEqual([...Array(14).fill('code_invalid'), ...Array(10).fill('ordered')])
    expect(await listCodes(db, new Date())).toMatchObject([{ reserved: 10, counted: 0 }])
    const orders = await db.selectFrom('orders').select(['total', 'payment_method']).execute()
    expect(orders.map(({ total }) => total)).toEqual(Array(10).fill(41_220))
    const held = orders.filter(({ payment_method }) => payment_method === 'invoice')
    expect(held.length).toBeLessThanOrEqual(5)
    expect(await stopOther()).toBe(0)
  })
})
