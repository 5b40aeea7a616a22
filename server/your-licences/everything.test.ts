import { buffer } from 'node:stream/consumers'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { apiRoutes } from '#shared/routes.ts'
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
      return placed.order
    }
    const [own] = [await buy('ada@example.com'), await buy('grace@example.com')]
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
      'licences.json',
      'mails.json',
      'messages.json',
      'moves.json',
      `orders/${own.number}.json`,
      'sign-ins.json',
    ])
    const invoice = await ada.get(apiRoutes.invoice(own.id)).buffer(true)
    expect(Buffer.compare(Buffer.from(files['documents/INV-000001.pdf'] ?? []), invoice.body)).toBe(0)
    const read = (name: string) => JSON.parse(strFromU8(files[name] ?? new Uint8Array()))
    expect(read('licences.json')).toHaveLength(2)
    expect(read(`orders/${own.number}.json`)).toMatchObject({ id: own.id, status: 'paid' })
    const texts = Object.entries(files).map(([name, bytes]) =>
      name.endsWith('.json') ? strFromU8(bytes) : '',
    )
    expect(texts.join()).not.toContain('grace')
  })
})
