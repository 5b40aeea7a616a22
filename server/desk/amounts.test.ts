import { expect, test } from 'vitest'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { deskApiRoutes } from '#shared/routes/desk-routes.ts'
import { describeOnBothEngines } from '../testing/support/databases.ts'
import { deskAs, deskOptions } from '../testing/support/desk.ts'
import { cartBody, useShops } from '../testing/support/shop.ts'

/** JavaScript reads each as a number. */
const noAmounts = ['178.00', '5', '0x10', '1e3', '', true, [200], null, {}, 1.5, -5]

describeOnBothEngines('what is no whole number of cents', (databases) => {
  const openShop = useShops(databases)

  test('books, gives back, previews and takes off nothing', async () => {
    const shop = await openShop(await deskOptions())
    const desk = await deskAs(shop, 'owner')
    const { id, number, total } = (await shop.checkOut({ paymentMethod: 'invoice' }).expect(201)).body.order
    const date = shop.today()
    await desk.post(deskApiRoutes.payments(id), { amount: total - 1, date }).expect(201)
    const stored = async () => {
      const { body: order } = await desk.get(deskApiRoutes.order(id)).expect(200)
      const { body: codes } = await desk.get(deskApiRoutes.codes).expect(200)
      return [order, codes]
    }
    const before = await stored()
    for (const amount of noAmounts) {
      const posts: [string, object][] = [
        [deskApiRoutes.payments(id), { amount, date }],
        [deskApiRoutes.refunds(id), { amount, confirm: number }],
        [deskApiRoutes.refunds(id), { amount }],
        [deskApiRoutes.codes, { code: 'SPRING', amount }],
        [deskApiRoutes.codes, { code: 'SPRING', percent: amount }],
        [apiRoutes.checkout, { ...cartBody(), expectedTotal: amount }],
        [apiRoutes.checkout, cartBody({ items: [{ sku: 'solo', qty: amount as number }] })],
        [apiRoutes.quotes, cartBody({ items: [{ sku: 'solo', qty: amount as number }] })],
        [
          apiRoutes.cartPrice,
          { ...cartBody({ items: [{ sku: 'solo', qty: amount as number }] }), country: 'AU' },
        ],
      ]
      for (const [path, body] of posts) {
        const key = { 'Idempotency-Key': `amounts-${JSON.stringify(amount).padEnd(20, '-')}` }
        const { status, body: problem } = await desk.post(path, body).set(key)
        expect([path, body, status, problem.code]).toEqual([
          path,
          body,
          422,
          expect.not.stringMatching('confirmation'),
        ])
      }
    }
    expect(await stored()).toEqual(before)
  })
})
