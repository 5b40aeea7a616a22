import { expect, test } from 'vitest'
import { z } from 'zod'
import { deskApiPatterns, deskApiRoutes } from '#shared/routes/desk-routes.ts'
import { storeMessage } from '../people/contact/store-message.ts'
import { momentOf } from '../runtime/moment.ts'
import { settle } from '../shop/orders/settle.ts'
import { describeOnBothEngines } from '../testing/support/databases.ts'
import { deskAs, deskOptions } from '../testing/support/desk.ts'
import { useShops } from '../testing/support/shop.ts'
import { describeApi } from '../web/endpoint.ts'
import { deskEndpoints } from './api.ts'

const deskApi = describeApi(deskEndpoints)

describeOnBothEngines('answers of the desk', (databases) => {
  const openShop = useShops(databases)

  test('have exactly what their schemas describe', async () => {
    const shop = await openShop(await deskOptions())
    const { db } = shop.ctx.database
    const desk = await deskAs(shop, 'owner')
    const card = await shop.placeCardOrder()
    shop.stripe.pay(shop.stripe.sessionOf(card.order.id))
    await settle(shop.ctx, card.order.id)
    const customer = { name: 'Ada Byron', email: 'ada@example.com', companyName: 'Engines', country: 'AU' }
    const transfer = { paymentMethod: 'invoice', customer, purchaseOrder: 'PO-7' } as const
    const { body: invoice } = await shop.checkOut(transfer).expect(201)
    const { number } = invoice.order
    const message = {
      name: 'Ada',
      email: 'ada@example.com',
      topic: 'sales',
      message: 'Can we pay later?',
    } as const
    const { id: messageId } = await storeMessage(
      db,
      { message, verified: true, quarantined: false },
      { site: shop.ctx.library.typed.site, ...momentOf(shop.ctx) },
    )

    await act(deskApiPatterns.payments, number, { amount: 100, date: shop.today() })
    await act('/api/desk/orders/:id/buyer', number, { name: 'Ada King' })
    await act('/api/desk/orders/:id/note', number, { text: 'They pay next week.' })
    await act(deskApiPatterns.refunds, card.order.number, { amount: 100, confirm: card.order.number })
    await act('/api/desk/messages/:id/answered', messageId)
    const licence = (await get(deskApiRoutes.licences)).licences[0].id
    await act('/api/desk/licences/:id/seats', licence, { limit: 5, reason: 'A gift' })
    const mails = (await get(deskApiRoutes.mails)).mails
    await act('/api/desk/mails/:id/retry', mails[0].id)

    const { orders } = await get(deskApiRoutes.orders)
    expect(orders).toHaveLength(2)
    const ids: Record<string, string> = {
      [deskApiPatterns.message]: messageId,
      [deskApiPatterns.licence]: licence,
      [deskApiPatterns.mail]: mails[0].id,
    }
    for (const { id } of orders) await get(deskApiPatterns.order, id)
    for (const [pattern, id] of Object.entries(ids)) await get(pattern, id)
    const { me, sessions, tokens, audit, overview, search, messages, books, codes, statement } = deskApiRoutes
    for (const path of [me, sessions, tokens, audit, overview, messages, books, codes, statement])
      await get(path)
    await get(search, '', '?q=ada')

    async function get(pattern: string, id = '', query = '') {
      const { body } = await desk.get(pattern.replace(':id', id) + query).expect(200)
      return follow(pattern, 'get', 200, body)
    }

    async function act(pattern: string, id: string, fields: object = {}) {
      const { status, body } = await desk.post(pattern.replace(':id', id), fields)
      return follow(pattern, 'post', status, body)
    }
  })
})

/** A schema drops what it doesn't describe, so an answer that has more isn't the same afterwards. */
function follow(pattern: string, method: 'get' | 'post', status: number, body: unknown) {
  const schema = deskApi[pattern]?.[method]?.answers[status]?.content?.['application/json'] ?? z.never()
  const described = schema.parse(body)
  expect([pattern, described]).toEqual([pattern, body])
  return body as ReturnType<typeof JSON.parse>
}
