import { buffer } from 'node:stream/consumers'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import type { PlacedOrder } from '#shared/orders.ts'
import { apiRoutes } from '#shared/routes.ts'
import { optOut } from '../licensing/reminders/opt-out.ts'
import { settle } from '../orders/settle.ts'
import { signIn } from '../testing/customer.ts'
import { describeOnBothEngines } from '../testing/databases.ts'
import { useShops } from '../testing/shop.ts'

describeOnBothEngines('everything of an address in one ZIP', (databases) => {
  const openShop = useShops(databases)

  test('has its documents as they were issued and the rest as JSON, and nothing of others', async () => {
    const shop = await openShop()
    const buy = async (email: string) => {
      const placed = await shop.placeCardOrder({ customer: { name: 'A Buyer', email, country: 'AU' } })
      shop.stripe.pay(shop.stripe.sessionOf(placed.order.id))
      await settle(shop.ctx, placed.order.id)
      return placed
    }
    const renew = async (bought: PlacedOrder) => {
      const { body } = await shop.orderOf(bought).expect(200)
      const { order } = await shop.placeChangeOrder(body.lines[0].licences[0].key, { renew: 1 })
      shop.stripe.pay(shop.stripe.sessionOf(order.id))
      await settle(shop.ctx, order.id)
      return order
    }
    const [bought, other] = [await buy('ada@example.com'), await buy('grace@example.com')]
    const own = bought.order
    const paid = [own, await renew(bought), await renew(other)]
    await optOut(shop.ctx.database.db, 'Ada@example.com', new Date('2026-11-22T02:00:00Z'))
    const ada = await signIn(shop, 'ada@example.com')
    const answer = await ada
      .get(apiRoutes.licencesEverything)
      .parse((res, done) => {
        buffer(res as never).then(
          (bytes) => done(null, bytes),
          (error) => done(error, null),
        )
      })
      .expect(200)
      .expect('content-type', 'application/zip')
    expect(answer.get('content-disposition')).toMatch(/^attachment; filename="your-licences-[\d-]{10}\.zip"$/)
    const files = unzipSync(new Uint8Array(answer.body))
    expect(Object.keys(files).sort()).toEqual([
      'documents/INV-000001.pdf',
      'documents/INV-000003.pdf',
      'documents/INV-000004.pdf',
      'licence-changes.json',
      'licences.json',
      'mails.json',
      'messages.json',
      'moves.json',
      ...paid.map(({ number }) => `orders/${number}.json`).toSorted(),
      'reminders-stopped.json',
      'sign-ins.json',
    ])
    const invoice = await ada.get(apiRoutes.invoice(own.id)).buffer(true)
    expect(Buffer.compare(Buffer.from(files['documents/INV-000001.pdf'] ?? []), invoice.body)).toBe(0)
    const read = (name: string) => JSON.parse(strFromU8(files[name] ?? new Uint8Array()))
    expect(read('licences.json')).toHaveLength(2)
    expect(read('licence-changes.json')).toMatchObject([{ kind: 'renewal', after: { sku: 'studio' } }])
    expect(read('reminders-stopped.json')).toEqual({ since: '2026-11-22T02:00:00.000Z' })
    expect(read(`orders/${own.number}.json`)).toMatchObject({ id: own.id, status: 'paid' })
    const texts = Object.entries(files).map(([name, bytes]) =>
      name.endsWith('.json') ? strFromU8(bytes) : '',
    )
    expect(texts.join()).not.toContain('grace')
  })
})
