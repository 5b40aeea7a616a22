import supertest from 'supertest'
import { expect, test } from 'vitest'
import { orderSchema } from '#shared/orders/orders.ts'
import { describeOnBothEngines } from '../../testing/support/databases.ts'
import { useShops } from '../../testing/support/shop.ts'

describeOnBothEngines('an order', (databases) => {
  const openShop = useShops(databases)

  test('goes from the cart to its keys', async () => {
    const shop = await openShop()
    const placed = await shop.placeCardOrder({ purchaseOrder: 'PO-77' })
    expect(placed.order).toMatchObject({ status: 'pending', total: 45_800, tax: 4164, invoice: null })
    expect(placed.payment).toEqual({ action: 'redirect', url: shop.stripe.sessionOf(placed.order.id).url })

    shop.stripe.pay(shop.stripe.sessionOf(placed.order.id))
    await shop.sendEvent('checkout.session.completed', placed.order.id).expect(200, { received: true })
    await shop.ctx.background.settled()

    const { body } = await shop.orderOf(placed).expect(200)
    expect(orderSchema.parse(body)).toEqual(body)
    expect(body).toMatchObject({ status: 'paid', refunded: 0, purchaseOrder: 'PO-77' })
    expect(body.number).toMatch(/^\d{4}-000001$/)
    expect(body.lines[0].licences).toHaveLength(2)
    expect(body.mails).toMatchObject([{ kind: 'order_paid', status: 'queued' }])
    await supertest(shop.app)
      .get(body.invoice.url)
      .set('Authorization', `Bearer ${placed.accessToken}`)
      .expect(200)
  })
})
