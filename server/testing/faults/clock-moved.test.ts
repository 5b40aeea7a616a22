import { expect, test } from 'vitest'
import type { AppContext } from '../../context.ts'
import { type DeliveryParts, deliverNext } from '../../messages/mail/deliver.ts'
import { settle } from '../../shop/orders/settle.ts'
import { settleDue } from '../../shop/orders/settle-due.ts'
import { describeOnBothEngines } from '../support/databases.ts'
import { libraryNotifying, newKey, useShops } from '../support/shop.ts'

const hour = 60 * 60 * 1000
const day = 24 * hour

/** A summary would wait until eight o'clock. */
const eachAtOnce = [{ email: 'shop@company.example', on: ['order_paid' as const], paid: 'each' as const }]

describeOnBothEngines('a clock that was moved', (databases) => {
  const openShop = useShops(databases)

  test.each([
    ['back', -day],
    ['forward', 30 * day],
  ])('%s, once or to and fro, neither loses nor doubles what was placed before', async (_way, step) => {
    let now = Date.parse('2026-05-01T00:00:00Z')
    const shop = await openShop({ clock: () => new Date(now), library: await libraryNotifying(eachAtOnce) })
    const { db } = shop.ctx.database
    const placed = await shop.placeCardOrder()
    shop.stripe.pay(shop.stripe.sessionOf(placed.order.id))

    now += step
    await settle(shop.ctx, placed.order.id)
    await settleDue(shop.ctx)
    now -= step
    await shop.sendEvent('checkout.session.completed', placed.order.id, { at: Date.now() }).expect(200)
    await shop.ctx.background.settled()
    now += Math.abs(step) + hour
    await settleDue(shop.ctx)

    expect((await shop.orderOf(placed).expect(200)).body.status).toBe('paid')
    const sent: string[] = []
    const mailer = mailerOf(shop.ctx, (id) => sent.push(id))
    while (await deliverNext(mailer));
    const mails = await db.selectFrom('mails').select(['id', 'kind', 'status']).orderBy('kind').execute()
    expect(mails.map(({ kind, status }) => [kind, status])).toEqual([
      ['order_paid', 'sent'],
      ['order_paid_notice', 'sent'],
    ])
    expect(sent.toSorted()).toEqual(mails.map(({ id }) => id).sort())
    expect(await db.selectFrom('invoices').select('kind').execute()).toEqual([{ kind: 'invoice' }])
    expect(await db.selectFrom('licences').select('id').execute()).toHaveLength(2)
  })

  test('forward while a mail is in a hand gives it to another, under the same id; back keeps it for the next', async () => {
    let now = Date.parse('2026-05-01T00:00:00Z')
    const shop = await openShop({ clock: () => new Date(now), library: await libraryNotifying(eachAtOnce) })
    const placed = await shop.placeCardOrder()
    shop.stripe.pay(shop.stripe.sessionOf(placed.order.id))
    await settle(shop.ctx, placed.order.id)
    // Leaves one mail, so that only the leased one can be delivered.
    await shop.ctx.database.db.deleteFrom('mails').where('kind', '=', 'order_paid_notice').execute()
    const sent: string[] = []
    const other = mailerOf(shop.ctx, (id) => sent.push(id))
    const first = mailerOf(shop.ctx, async (id) => {
      now -= day
      expect(await deliverNext(other)).toBe(false)
      now += day + hour
      expect(await deliverNext(other)).toBe(true)
      sent.push(id)
    })
    expect(await deliverNext(first)).toBe(true)
    expect(await deliverNext(other)).toBe(false)
    expect([sent.length, new Set(sent).size]).toEqual([2, 1])
  })

  test.each([
    ['back', -day],
    ['forward', day],
  ])('%s while an order is placed makes one order of two tries with one key', async (_way, step) => {
    let now = Date.parse('2026-05-01T00:00:00Z')
    const key = newKey()
    let isFirst = true
    const verify: AppContext['verifier']['verify'] = async () => {
      if (!isFirst) return 'ok'
      isFirst = false
      now += step
      statuses.push((await shop.checkOut({}, key)).status)
      return 'ok'
    }
    const statuses: number[] = []
    const shop = await openShop({ clock: () => new Date(now), verifier: { verify } })
    statuses.push((await shop.checkOut({}, key)).status)
    // A request whose lease seems to end learns that another took its place.
    expect(statuses).toEqual(step > 0 ? [201, 409] : [409, 201])
    await shop.checkOut({}, key).expect(201)
    const { db } = shop.ctx.database
    expect(await db.selectFrom('orders').select('id').execute()).toHaveLength(1)
  })
})

function mailerOf({ database: { db }, clock, random, log }: AppContext, send: (id: string) => unknown) {
  const parts: DeliveryParts = {
    db,
    clock,
    random,
    log,
    render: async () => ({ text: 'text' }),
    transport: {
      async send(id) {
        await send(id)
        return 250
      },
    },
  }
  return parts
}
