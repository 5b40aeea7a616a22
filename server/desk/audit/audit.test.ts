import { expect, test } from 'vitest'
import { deskApiRoutes } from '#shared/desk-routes.ts'
import { settle } from '../../orders/settle.ts'
import { describeOnBothEngines } from '../../testing/databases.ts'
import { deskAs, deskOptions } from '../../testing/desk.ts'
import { useShops } from '../../testing/shop.ts'

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
})
