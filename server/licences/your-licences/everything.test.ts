import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { strFromU8, unzipSync } from 'fflate'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { PlacedOrder } from '#shared/orders/orders.ts'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import type { AppContext } from '../../context.ts'
import { settle } from '../../shop/orders/settle.ts'
import { signIn } from '../../testing/support/customer.ts'
import { describeOnEitherEngine, onBoth } from '../../testing/support/databases.ts'
import { useShops } from '../../testing/support/shop.ts'
import { optOut } from '../reminders/opt-out.ts'
import { zipEverything } from './everything.ts'

const ada = 'ada@example.com'
const idsOf = (count: number) => Array.from({ length: count }, (_, index) => `msg_${10_000 + index}`)

describeOnEitherEngine('everything of an address in one ZIP', (databases) => {
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
      ...['INV-000001', 'INV-000003', 'INV-000004'].flatMap((number) => [
        `documents/${number}.pdf`,
        `documents/${number}.xml`,
      ]),
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
    const xml = await ada.get(apiRoutes.eInvoice(own.id, 'INV-000001')).expect(200)
    expect(strFromU8(files['documents/INV-000001.xml'] ?? new Uint8Array())).toBe(xml.text)
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

  test('lists as many rows as there are, in their order', async () => {
    const { ctx } = await openShop()
    await storeMessages(ctx, 250)
    const files = unzipSync(new Uint8Array(await buffer(zipEverything(ctx, { email: ada }))))
    const messages = JSON.parse(strFromU8(files['messages.json'] ?? new Uint8Array()))
    expect(messages.map(({ id }: { id: string }) => id)).toEqual(idsOf(250))
    expect(strFromU8(files['mails.json'] ?? new Uint8Array())).toBe('[]\n')
  })

  test('reads no more ahead than a few pages, however long its receiver takes', async () => {
    const { ctx } = await openShop()
    await storeMessages(ctx, 1500)
    let [read, sent, ahead] = [0, 0, 0]
    const counting = withReads(ctx, (bytes) => {
      read += bytes
    })
    for await (const chunk of zipEverything(counting, { email: ada })) {
      sent += chunk.length
      // Random base64 shrinks to three quarters by compression.
      ahead = Math.max(ahead, read - sent / 0.75)
      for (let turn = 0; turn < 20; turn++) await nextTurn()
    }
    expect(read).toBeGreaterThan(6_000_000)
    // Buffers hold four or five of 15 pages.
    expect(ahead).toBeLessThan(3_000_000)
  })

  test('that can’t be read to its end is cut off and logged, and the site goes on', onBoth, async () => {
    const shop = await openShop()
    await shop.placeCardOrder()
    const customer = await signIn(shop, ada)
    await sql`alter table messages rename to lost`.execute(shop.ctx.database.db)
    await expect(customer.get(apiRoutes.licencesEverything)).rejects.toThrow()
    expect(shop.logged).toContainEqual(expect.objectContaining({ msg: 'request failed' }))
    await customer.get(apiRoutes.licencesMine).expect(200)
  })
})

async function storeMessages({ database: { db } }: AppContext, count: number) {
  for (const ids of Map.groupBy(idsOf(count), (id) => id.slice(0, -2)).values()) {
    const rows = ids.map((id) => ({
      id,
      reference: id,
      name: 'Ada',
      email: ada,
      topic: 'sales',
      message: randomBytes(3000).toString('base64'),
      quarantined: 0,
      verified: 1,
      repeat_key: null,
      created_at: '2026-11-20T10:00:00.000Z',
    }))
    await db.insertInto('messages').values(rows).execute()
  }
}

/** Reports how many bytes each query returned. */
function withReads(ctx: AppContext, tell: (bytes: number) => void): AppContext {
  const db = ctx.database.db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      tell(JSON.stringify(result.rows).length)
      return result
    },
  })
  return { ...ctx, database: { ...ctx.database, db } }
}
