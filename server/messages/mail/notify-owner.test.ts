import { expect, test } from 'vitest'
import { type NotifiedEvent, siteSchema } from '#shared/seller/site.ts'
import type { AppContext } from '../../context.ts'
import { notifyOwnerOfMoves } from '../../licences/licensing/machine-moves.ts'
import { askForErasure } from '../../licences/your-licences/acts/erasure.ts'
import { mailDelivery } from '../../mails.ts'
import { notifyOfQuarantine } from '../../people/contact/quarantine.ts'
import { storeMessage } from '../../people/contact/store-message.ts'
import { findPaidByCard } from '../../shop/mails/sources.ts'
import { findOrder } from '../../shop/orders/order-store.ts'
import { settle } from '../../shop/orders/settle.ts'
import { markPaid } from '../../shop/orders/take-payment.ts'
import { describeOnEitherEngine, onBoth } from '../../testing/support/databases.ts'
import { runUntilKilled } from '../../testing/support/run-until-killed.ts'
import { cartBody, libraryNotifying, newKey, type TestShop, useShops } from '../../testing/support/shop.ts'
import { site } from '../../testing/support/site.ts'
import { type DeliveryParts, deliverNext } from './deliver.ts'
import { mailQueue, outboxDepth } from './outbox.ts'

type Trigger = (shop: TestShop) => Promise<void>

/** Triggers of each event, and the mail's subject. */
const triggers: [NotifiedEvent, string, Trigger][] = [
  ['order_awaited', 'order_awaited_notice', async (shop) => void (await awaited(shop))],
  ['order_paid', 'order_paid_notice', async (shop) => void (await paid(shop))],
  [
    'order_paid',
    'order_paid_notice',
    async (shop) => markPaid(shop.ctx, await awaited(shop), {}, { who: 'command line' }).then(() => {}),
  ],
  [
    'refund',
    'order_refund_notice',
    (shop) => afterPayment(shop, (session) => shop.stripe.refund(session, 100)),
  ],
  [
    'dispute',
    'order_dispute_notice',
    (shop) => afterPayment(shop, (session) => shop.stripe.dispute(session, 'needs_response')),
  ],
  ['problem', 'order_review', async (shop) => void (await paid(shop, { amount_total: 1 }))],
  ['problem', 'licence_busy', busy],
  ['message', 'contact_message', (shop) => write(shop, false)],
  ['message', 'quarantine', (shop) => write(shop, true).then(() => notifyOfQuarantine(shop.ctx))],
  ['message', 'erasure_requested', (shop) => askForErasure(shop.ctx, 'ada@example.com')],
]

const events = [...new Set(triggers.map(([event]) => event))]

describeOnEitherEngine('the owner', (databases) => {
  const openShop = useShops(databases)

  test('hears of each event: everybody listed for it, and nobody else', async () => {
    const only = events.map((event) => ({
      email: `${event}@company.example`,
      on: [event],
      paid: 'each' as const,
    }))
    const all = { email: 'all@company.example', on: events, paid: 'each' as const }
    const shop = await openShop({ library: await libraryNotifying([all, ...only]) })
    for (const [event, kind, happen] of triggers) {
      const before = await ownerMails(shop)
      await happen(shop)
      const told = (await ownerMails(shop)).filter(
        (mail) => mail.kind === kind && !before.some(({ id }) => id === mail.id),
      )
      expect([event, kind, told.map(({ recipient }) => recipient).toSorted()]).toEqual([
        event,
        kind,
        [all.email, `${event}@company.example`].toSorted(),
      ])
    }
  })

  test('hears of everything at the company’s address where nobody is listed, and of nothing where the list is empty', async () => {
    const shop = await openShop()
    await awaited(shop)
    await write(shop, false)
    const { email } = shop.ctx.library.typed.site.company
    expect((await ownerMails(shop)).map(({ recipient }) => recipient)).toEqual([email, email])
    const silent = await openShop({ library: await libraryNotifying([]) })
    await awaited(silent)
    await write(silent, false)
    expect(await ownerMails(silent)).toEqual([])
  })

  test('hears once of a refund and each dispute, however often two processes report it', onBoth, async () => {
    const shop = await openShop({ library: await libraryNotifying(atOnce) })
    const other = await shop.another()
    const { session, order } = await paid(shop)
    const settled = () =>
      Promise.all([1, 2, 3].flatMap(() => [settle(shop.ctx, order.id), settle(other.ctx, order.id)]))
    for (const status of ['needs_response', 'won', 'needs_response', 'lost'] as const) {
      shop.stripe.dispute(session, status)
      await settled()
    }
    const said = (await ownerMails(shop)).map(({ kind, params }) => {
      const { status, taken, attention } = JSON.parse(params)
      return [kind, status, taken, attention?.amount].filter(Boolean).join(' ')
    })
    expect(said.sort()).toEqual([
      'order_dispute_notice disputed 45800',
      'order_dispute_notice disputed 45800',
      'order_dispute_notice paid',
      'order_dispute_notice refunded 45800',
      'order_paid_notice',
    ])
  })

  test.each([
    ['as summer time ends', '2026-04-03T21:30:00Z', '2026-04-04T21:58:00Z', '2026-04-04T22:00:00Z'],
    ['as summer time begins', '2026-10-02T22:30:00Z', '2026-10-03T20:58:00Z', '2026-10-03T21:00:00Z'],
  ])(
    'hears of card payments once a day at eight, %s, from several processes',
    onBoth,
    async (_when, first, last, eight) => {
      let now = new Date(first)
      const library = await libraryNotifying([
        { email: 'daily@company.example', on: events, paid: 'daily' },
        ...atOnce,
      ])
      const shop = await openShop({ library, clock: () => now })
      const other = await shop.another()
      const { db } = shop.ctx.database
      await paid(shop)
      now = new Date(last)
      await Promise.all([paid(shop), paid(shop)])
      now = new Date(Date.parse(eight) - 1)
      const early = await deliverAll(shop.ctx, other.ctx)
      expect(early.filter(({ kind }) => kind === 'orders_paid_summary')).toEqual([])
      expect(await outboxDepth(db, now)).toEqual({ queued: 0, oldestSeconds: 0, dead: 0 })
      const waiting = await db.selectFrom('mails').select('id').where('status', '=', 'queued').execute()
      await mailQueue.retry(
        db,
        { ids: waiting.map(({ id }) => id) },
        { who: 'command line', now, random: shop.ctx.random },
      )
      expect(await deliverAll(shop.ctx)).toEqual([])

      // The payment belongs to the next day.
      const { order: late } = await paid(shop)
      now = new Date(eight)
      const sent = (await deliverAll(shop.ctx, other.ctx)).filter(
        ({ kind }) => kind === 'orders_paid_summary',
      )
      expect(sent).toMatchObject([
        { to: 'daily@company.example', subject: '3 orders were paid by card: A$1,374.00' },
      ])
      expect(sent[0]?.text).not.toContain(late.number)
      expect(await deliverAll(shop.ctx, other.ctx)).toEqual([])

      // No process ran at eight of the next day, nor for a week.
      now = new Date(Date.parse(eight) + 7 * 24 * 60 * 60 * 1000)
      const missed = (await deliverAll(shop.ctx, other.ctx)).filter(
        ({ kind }) => kind === 'orders_paid_summary',
      )
      expect(missed).toMatchObject([{ subject: '1 order was paid by card: A$458.00' }])
      expect(missed[0]?.text).toContain(late.number)
      expect(await deliverAll(shop.ctx, other.ctx)).toEqual([])
    },
  )

  test('hears of each payment, killed between any two steps', onBoth, async () => {
    const library = await libraryNotifying([
      { email: 'daily@company.example', on: events, paid: 'daily' },
      ...atOnce,
    ])
    const shop = await openShop({ library, clock: () => new Date('2026-05-01T00:00:00Z') })
    let orders = 0
    for (let isFinished = false; !isFinished; ) {
      const key = newKey()
      isFinished = await runUntilKilled(shop, { key, body: cartBody() }, orders)
      orders += 1
      const { body } = await shop.checkOut({}, key).expect(201)
      shop.stripe.pay(shop.stripe.sessionOf(body.order.id))
      await settle(shop.ctx, body.order.id)
    }
    expect(orders).toBeGreaterThan(5)
    const kinds = (await ownerMails(shop)).map(({ kind }) => kind)
    expect(kinds.filter((kind) => kind === 'order_paid_notice')).toHaveLength(orders)
    expect(kinds.filter((kind) => kind === 'orders_paid_summary')).toHaveLength(1)
    const window = { from: '2026-04-30T00:00:00Z', to: '2026-05-02T00:00:00Z' }
    const summed = await findPaidByCard(shop.ctx.database.db, window, 3)
    expect([summed.count, summed.total, summed.orders.length]).toEqual([orders, orders * 45_800, 3])
  })
})

test.each([
  [{ email: 'a@b' }, 'an e-mail reads name@example.com'],
  [{ email: 'a@b.example', on: [] }, '>=1'],
  [{ email: 'a@b.example', on: ['order_payed'] }, 'order_paid'],
  [{ email: 'a@b.example', paid: 'weekly' }, 'daily'],
  [{ email: 'a@b.example', onn: ['refund'] }, 'did you mean “on”'],
])('%j is refused in site.yml', (notification, message) => {
  const { error } = siteSchema.safeParse({ ...site, notifications: [notification] })
  expect(error?.message).toContain(message)
})

test('an address that is listed twice is refused in site.yml; one without members hears of everything', () => {
  const twice = [{ email: 'a@b.example' }, { email: 'A@B.example' }]
  expect(siteSchema.safeParse({ ...site, notifications: twice }).error?.message).toContain('twice')
  const { notifications } = siteSchema.parse({ ...site, notifications: [{ email: 'a@b.example' }] })
  expect(notifications).toEqual([{ email: 'a@b.example', on: expect.arrayContaining(events), paid: 'daily' }])
})

const atOnce = [{ email: 'each@company.example', on: events, paid: 'each' as const }]

async function ownerMails({ ctx }: TestShop) {
  return ctx.database.db
    .selectFrom('mails')
    .select(['id', 'kind', 'recipient', 'params'])
    .where('recipient', '!=', 'ada@example.com')
    .orderBy('recipient')
    .execute()
}

async function awaited(shop: TestShop) {
  const { body } = await shop.checkOut({ paymentMethod: 'invoice' }).expect(201)
  const order = await findOrder(shop.ctx.database.db, body.order.id)
  if (!order) throw new Error('no order')
  return order
}

async function paid(shop: TestShop, change: Parameters<TestShop['stripe']['pay']>[1] = {}) {
  const { order } = await shop.placeCardOrder()
  const session = shop.stripe.sessionOf(order.id)
  shop.stripe.pay(session, change)
  await settle(shop.ctx, order.id)
  return { order, session }
}

async function afterPayment(
  shop: TestShop,
  act: (session: Awaited<ReturnType<typeof paid>>['session']) => void,
) {
  const { order, session } = await paid(shop)
  act(session)
  await settle(shop.ctx, order.id)
}

async function busy(shop: TestShop): Promise<void> {
  await paid(shop)
  const { database, library, clock, random } = shop.ctx
  const licence = await database.db.selectFrom('licences').selectAll().limit(1).executeTakeFirstOrThrow()
  const moves = { machines: 6, until: '2026-12-22' as const }
  const tell = () =>
    database.db
      .transaction()
      .execute((trx) =>
        notifyOwnerOfMoves(trx, licence, moves, { site: library.typed.site, now: clock(), random }),
      )
  await tell()
  await tell()
}

async function write(shop: TestShop, quarantined: boolean): Promise<void> {
  const { database, library, clock, random } = shop.ctx
  const message = { name: 'Bo', email: 'ada@example.com', topic: 'other', message: 'Hello.' } as const
  const incoming = { message, verified: !quarantined, quarantined }
  await storeMessage(database.db, incoming, { site: library.typed.site, now: clock(), random })
}

type Sent = { kind: string; to: string; subject: string; text: string }

/** All processes send due mails at once. */
async function deliverAll(...processes: AppContext[]): Promise<Sent[]> {
  const sent: Sent[] = []
  const work = processes.map(async (ctx) => {
    const parts = mailerOf(ctx, (mail) => sent.push(mail))
    while (await deliverNext(parts));
  })
  await Promise.all(work)
  return sent
}

function mailerOf(ctx: AppContext, note: (mail: Sent) => void): DeliveryParts {
  const delivery = mailDelivery(ctx)
  return {
    ...delivery,
    render: async (mail) => ({ ...(await delivery.render(mail)), headers: { kind: mail.kind } }),
    transport: {
      async send(_id, { headers, to, subject, text }) {
        const { kind = '' } = headers as Record<string, string>
        note({ kind, to: (to as { address: string }).address, subject: String(subject), text: String(text) })
        return 250
      },
    },
  }
}
