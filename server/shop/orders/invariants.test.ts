import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PlacedOrder } from '#shared/orders/orders.ts'
import { runs } from '#shared/testing/properties.ts'
import type { Db } from '../../runtime/db/database.ts'
import type { OrderRow } from '../../runtime/db/rows/orders.ts'
import { describeOnEitherEngine, onBoth } from '../../testing/support/databases.ts'
import { runUntilKilled } from '../../testing/support/run-until-killed.ts'
import { cartBody, newKey, type TestShop, useShops } from '../../testing/support/shop.ts'
import { payBackByTransfer, refundAgain } from './failed-refunds.ts'
import { findOrder } from './order-store.ts'
import { refundOrder } from './refund-order.ts'
import { settle } from './settle.ts'
import { settleDue } from './settle-due.ts'
import { markPaid } from './take-payment.ts'

const hour = 60 * 60 * 1000

/** Every course of an order of two licences must end like this. */
const undisturbed = {
  orders: [{ status: 'paid', refunded: 0 }],
  licences: ['active', 'active'],
  invoices: ['invoice'],
  mails: ['order_paid', 'orders_paid_summary'],
}

async function endState(db: Db) {
  const [orders, licences, invoices, mails] = await Promise.all([
    db.selectFrom('orders').select(['status', 'refunded']).execute(),
    db.selectFrom('licences').select('status').execute(),
    db.selectFrom('invoices').select('kind').orderBy('number').execute(),
    db.selectFrom('mails').select('kind').execute(),
  ])
  return {
    orders,
    licences: licences.map(({ status }) => status),
    invoices: invoices.map(({ kind }) => kind),
    mails: mails.map(({ kind }) => kind).sort(),
  }
}

const by = { who: 'command line' }

describeOnEitherEngine('an order', (databases) => {
  const openShop = useShops(databases)

  async function openPaidOrder(options: Parameters<typeof openShop>[0] = {}) {
    const shop = await openShop(options)
    const placed = await shop.placeCardOrder()
    const session = shop.stripe.sessionOf(placed.order.id)
    shop.stripe.pay(session)
    return { shop, placed, session, db: shop.ctx.database.db }
  }

  async function deliver(shop: TestShop, type: string, { order }: PlacedOrder) {
    await shop.sendEvent(type, order.id).expect(200)
    await shop.ctx.background.settled()
  }

  test('1. a hundred reports, shuffled, eight at once, by two processes, count once', onBoth, async () => {
    const { shop, placed, db } = await openPaidOrder()
    const other = await shop.another()
    const types = [
      'checkout.session.completed',
      'payment_intent.succeeded',
      'checkout.session.async_payment_succeeded',
    ]
    const events = Array.from({ length: 100 }, (_, index) => ({
      type: types[(index * 7) % types.length] ?? '',
      // Most events repeat under their own id, some under new ones.
      id: `evt_${(index * 31) % 40}`,
    }))
    const replay = async ({ type, id }: (typeof events)[number], index: number) => {
      await shop.sendEvent(type, placed.order.id, { id }).expect(200)
      if (index % 5 === 0) await settle(other.ctx, placed.order.id)
    }
    for (let at = 0; at < events.length; at += 8) await Promise.all(events.slice(at, at + 8).map(replay))
    await Promise.all([shop.ctx.background.settled(), other.ctx.background.settled()])
    expect(await endState(db)).toEqual(undisturbed)
  })

  test('2. killed between any two steps and started again, it ends as if undisturbed', onBoth, async () => {
    const shop = await openShop({ clock: () => new Date('2026-05-01T00:00:00Z') })
    let rounds = 0
    for (let isFinished = false; !isFinished; ) {
      const before = await shop.ctx.database.db.selectFrom('orders').select('id').execute()
      const key = newKey()
      isFinished = await runUntilKilled(shop, { key, body: cartBody() }, rounds)
      // The customer retries, pays if necessary, and no webhook comes.
      const { body } = await shop.checkOut({}, key).expect(201)
      shop.stripe.pay(shop.stripe.sessionOf(body.order.id))
      await settle(shop.ctx, body.order.id)
      const after = await shop.ctx.database.db.selectFrom('orders').select('id').execute()
      expect([rounds, after.length - before.length]).toEqual([rounds, 1])
      rounds += 1
    }
    expect(rounds).toBeGreaterThan(5)
    const state = await endState(shop.ctx.database.db)
    expect(new Set(state.orders.map(({ status }) => status))).toEqual(new Set(['paid']))
    expect([state.orders.length, state.invoices.length, state.mails.length]).toEqual([
      rounds,
      rounds,
      // One summary lists all payments.
      rounds + 1,
    ])
    expect(state.licences).toHaveLength(2 * rounds)
    await expectNumbersWithoutGaps(shop.ctx.database.db)
  })

  test('3. without any webhook the return page settles it', async () => {
    const { shop, placed, db } = await openPaidOrder()
    const { body } = await shop.orderOf(placed).expect(200)
    expect(body.status).toBe('paid')
    expect(await endState(db)).toEqual(undisturbed)
  })

  test('3. without webhook and visit the sweep settles it, whichever process sweeps', onBoth, async () => {
    let now = Date.parse('2026-05-01T00:00:00Z')
    const { shop, db } = await openPaidOrder({ clock: () => new Date(now) })
    const other = await shop.another()
    expect(await settleDue(shop.ctx)).toBe(0)
    now += 2 * 60_000
    const looked = await Promise.all([settleDue(shop.ctx), settleDue(other.ctx)])
    expect(looked[0] + looked[1]).toBe(1)
    expect(await endState(db)).toEqual(undisturbed)
  })

  test('3. an event whose process died, or that Stripe’s outage met, is swept up', onBoth, async () => {
    let now = Date.now()
    const { shop, placed, session, db } = await openPaidOrder({ clock: () => new Date(now) })
    await deliver(shop, 'checkout.session.completed', placed)
    shop.stripe.refund(session, 45_800)
    shop.stripe.mood = 'down'
    await deliver(shop, 'charge.refunded', placed)
    shop.stripe.mood = 'well'
    now += 2 * 60_000
    await settleDue(shop.ctx)
    expect((await endState(db)).orders).toEqual([{ status: 'refunded', refunded: 45_800 }])
    const open = await db
      .selectFrom('webhook_events')
      .select('event_id')
      .where('processed_at', 'is', null)
      .execute()
    expect(open).toEqual([])
  })

  test('4. a refund that is seen before the payment leaves no active licence', onBoth, async () => {
    const { shop, placed, session, db } = await openPaidOrder()
    shop.stripe.refund(session, 45_800)
    await deliver(shop, 'charge.refunded', placed)
    await deliver(shop, 'checkout.session.completed', placed)
    expect(await endState(db)).toEqual({
      orders: [{ status: 'refunded', refunded: 45_800 }],
      licences: ['revoked', 'revoked'],
      invoices: ['adjustment_note', 'invoice'],
      mails: ['order_refund_notice', 'order_refunded'],
    })
  })

  test.each(['expired', 'cancelled'] as const)(
    '4. a payment of an order that is %s pays it',
    async (status) => {
      const { shop, placed, db } = await openPaidOrder()
      await db.updateTable('orders').set({ status }).execute()
      await deliver(shop, 'checkout.session.completed', placed)
      expect(await endState(db)).toEqual(undisturbed)
    },
  )

  test.each([
    ['amount', { amount_total: 45_801 }],
    ['amount', { amount_total: 45_799 }],
    ['currency', { currency: 'usd' }],
  ])(
    '4. another %s than the order’s puts it in review, and nothing is issued',
    onBoth,
    async (_what, change) => {
      const { shop, placed, session, db } = await openPaidOrder()
      shop.stripe.pay(session, change)
      await deliver(shop, 'checkout.session.completed', placed)
      await deliver(shop, 'payment_intent.succeeded', placed)
      expect(await endState(db)).toEqual({
        orders: [{ status: 'review', refunded: 0 }],
        licences: [],
        invoices: [],
        mails: ['order_review'],
      })
    },
  )

  test('a payment page that has run out expires the order', async () => {
    const shop = await openShop()
    const placed = await shop.placeCardOrder()
    shop.stripe.expire(shop.stripe.sessionOf(placed.order.id))
    await deliver(shop, 'checkout.session.expired', placed)
    expect(await endState(shop.ctx.database.db)).toMatchObject({
      orders: [{ status: 'expired', refunded: 0 }],
      mails: [],
    })
  })

  test('refunds add up to the whole, each with its note and its mail, and the last one revokes', async () => {
    const { shop, placed, session, db } = await openPaidOrder()
    await deliver(shop, 'checkout.session.completed', placed)
    shop.stripe.refund(session, 10_000)
    await deliver(shop, 'charge.refunded', placed)
    await deliver(shop, 'refund.updated', placed)
    expect(await endState(db)).toMatchObject({
      orders: [{ status: 'partially_refunded', refunded: 10_000 }],
      licences: ['active', 'active'],
    })
    shop.stripe.refund(session, 35_800)
    await deliver(shop, 'charge.refunded', placed)
    expect(await endState(db)).toMatchObject({
      orders: [{ status: 'refunded', refunded: 45_800 }],
      licences: ['revoked', 'revoked'],
      invoices: ['adjustment_note', 'adjustment_note', 'invoice'],
      mails: [
        'order_paid',
        'order_refund_notice',
        'order_refund_notice',
        'order_refunded',
        'order_refunded',
        'orders_paid_summary',
      ],
    })
  })

  test('a dispute suspends the licences; won they come back, lost they are revoked', async () => {
    const { shop, placed, session, db } = await openPaidOrder()
    await deliver(shop, 'checkout.session.completed', placed)
    const dispute = async (status: 'needs_response' | 'won' | 'lost') => {
      shop.stripe.dispute(session, status)
      await deliver(shop, 'charge.dispute.updated', placed)
      const { orders, licences } = await endState(db)
      return [orders[0]?.status, ...licences]
    }
    expect(await dispute('needs_response')).toEqual(['disputed', 'suspended', 'suspended'])
    expect(await dispute('won')).toEqual(['paid', 'active', 'active'])
    expect(await dispute('needs_response')).toEqual(['disputed', 'suspended', 'suspended'])
    expect(await dispute('lost')).toEqual(['refunded', 'revoked', 'revoked'])
  })

  test('a dispute of a partly refunded order suspends its licences too, and the owner hears how it begins and ends', async () => {
    const { shop, placed, session, db } = await openPaidOrder()
    await deliver(shop, 'checkout.session.completed', placed)
    shop.stripe.refund(session, 10_000)
    await deliver(shop, 'charge.refunded', placed)
    const dispute = async (status: 'needs_response' | 'won' | 'lost') => {
      shop.stripe.dispute(session, status)
      await deliver(shop, 'charge.dispute.updated', placed)
      const { orders, licences, mails } = await endState(db)
      const told = mails.filter((kind) => kind === 'order_dispute_notice').length
      return [orders[0]?.status, ...licences, told]
    }
    const disputed = ['disputed', 'suspended', 'suspended', 1]
    expect(await dispute('needs_response')).toEqual(disputed)
    expect(await dispute('needs_response')).toEqual(disputed)
    expect(await dispute('won')).toEqual(['partially_refunded', 'active', 'active', 2])
    expect(await dispute('lost')).toEqual(['refunded', 'revoked', 'revoked', 3])
  })

  test('an answer of the provider that is older than the order undoes nothing', onBoth, async () => {
    const { shop, placed, session, db } = await openPaidOrder()
    await deliver(shop, 'checkout.session.completed', placed)
    const stale = Promise.withResolvers<void>()
    const asked = Promise.withResolvers<void>()
    const payments = shop.ctx.payments as NonNullable<typeof shop.ctx.payments>
    let isFirst = true
    const slow = await shop.another({
      payments: {
        ...payments,
        async readPayment(order) {
          const answer = await payments.readPayment(order)
          if (isFirst) {
            isFirst = false
            asked.resolve()
            await stale.promise
          }
          return answer
        },
      },
    })
    const late = settle(slow.ctx, placed.order.id)
    await asked.promise
    shop.stripe.dispute(session, 'needs_response')
    await deliver(shop, 'charge.dispute.created', placed)
    stale.resolve()
    await late
    expect(await endState(db)).toMatchObject({
      orders: [{ status: 'disputed' }],
      licences: ['suspended', 'suspended'],
    })
  })

  test('where nobody can be asked, nothing is changed', onBoth, async () => {
    const { shop, placed, session, db } = await openPaidOrder()
    await deliver(shop, 'checkout.session.completed', placed)
    shop.stripe.dispute(session, 'needs_response')
    await deliver(shop, 'charge.dispute.created', placed)
    const withoutStripe = await shop.another({ payments: null })
    await settle(withoutStripe.ctx, placed.order.id)
    expect((await endState(db)).orders).toEqual([{ status: 'disputed', refunded: 0 }])
  })

  test('an order in review can be refunded what came in, and nothing was ever issued', async () => {
    const { shop, placed, session, db } = await openPaidOrder()
    shop.stripe.pay(session, { amount_total: 45_799 })
    await deliver(shop, 'checkout.session.completed', placed)
    const [order] = await db.selectFrom('orders').selectAll().execute()
    expect(order).toMatchObject({ status: 'review', received_amount: 45_799, received_currency: 'AUD' })
    await refundOrder(shop.ctx, order as OrderRow, {}, by)
    expect(shop.stripe.refundedOf(session)).toBe(45_799)
    expect(await endState(db)).toEqual({
      orders: [{ status: 'refunded', refunded: 45_799 }],
      licences: [],
      invoices: [],
      mails: ['order_refund_notice', 'order_refunded', 'order_review'],
    })
  })

  test('an order in review that is accepted is issued, and gives back no more than came in', async () => {
    const { shop, placed, session, db } = await openPaidOrder()
    shop.stripe.pay(session, { amount_total: 45_799 })
    await deliver(shop, 'checkout.session.completed', placed)
    const read = async () => (await db.selectFrom('orders').selectAll().executeTakeFirstOrThrow()) as OrderRow
    await markPaid(shop.ctx, await read(), {}, by)
    expect((await endState(db)).licences).toEqual(['active', 'active'])
    await refundOrder(shop.ctx, await read(), {}, by)
    expect(shop.stripe.refundedOf(session)).toBe(45_799)
    expect(await endState(db)).toMatchObject({
      orders: [{ status: 'refunded' }],
      licences: ['revoked', 'revoked'],
    })
  })

  test('what went back by card or by transfer, and what is owed, is what an order counts as refunded', async () => {
    let now = Date.parse('2026-05-01T00:00:00Z')
    const shop = await openShop({ clock: () => new Date(now) })
    const { stripe, ctx } = shop
    const acts = {
      refund: (order: OrderRow, amount: number) => refundOrder(ctx, order, { amount }, by),
      again: (order: OrderRow) => refundAgain(ctx, order, by),
      transfer: (order: OrderRow) => payBackByTransfer(ctx, order, by),
    }
    const step = fc.record({
      what: fc.constantFrom('refund', 'again', 'transfer', 'dashboard', 'failure'),
      sum: fc.constantFrom(2000, 3000, 22_900, 45_800),
      status: fc.constantFrom('succeeded', 'failed'),
      isSeen: fc.boolean(),
    })
    const history = fc.array(step, { minLength: 5, maxLength: 10 })
    const keep = async (steps: (typeof step extends fc.Arbitrary<infer Step> ? Step : never)[]) => {
      const { order: placed } = await shop.placeCardOrder()
      const session = stripe.sessionOf(placed.id)
      stripe.pay(session)
      let order = (await settle(ctx, placed.id)) as OrderRow
      for (const { what, sum, status, isSeen } of steps) {
        now += hour
        stripe.refundsTurn = status
        const isByDesk = what in acts
        if (isByDesk) order = (await settle(ctx, placed.id)) as OrderRow
        const given = stripe.refundedOf(session)
        const left = order.total - (isByDesk ? order.refunded : given + order.refund_repaid)
        const amount = Math.min(sum, left)
        if (what === 'refund' && left > 0) await acts.refund(order, amount)
        if (what === 'dashboard' && left > 0) stripe.refund(session, amount, { status })
        const latest = stripe.standingRefunds(session).at(-1)
        if (what === 'failure' && latest) stripe.setRefund(latest, 'failed')
        if ((what === 'again' || what === 'transfer') && order.refund_failed > 0) await acts[what](order)
        if (!isByDesk && !isSeen) continue
        order = (await settle(ctx, placed.id)) as OrderRow
        const back = stripe.refundedOf(session) + order.refund_repaid
        expect(order.refunded).toBe(back + order.refund_failed)
        expect(order.refunded).toBeLessThanOrEqual(order.total)
        expect(order.status === 'refunded').toBe(order.refunded === order.total)
      }
    }
    await fc.assert(fc.asyncProperty(history, keep), { numRuns: runs(15) })
  })

  test('marked as paid, an order can’t be paid by card any more', async () => {
    const shop = await openShop()
    const { order } = await shop.placeCardOrder()
    await markPaid(shop.ctx, (await findOrder(shop.ctx.database.db, order.id)) as OrderRow, {}, by)
    expect(shop.stripe.sessionOf(order.id).status).toBe('expired')
  })

  test('money that comes for an order that was marked as paid is reported', async () => {
    const { shop, placed, db } = await openPaidOrder()
    await db.updateTable('orders').set({ status: 'paid', paid_at: placed.order.createdAt }).execute()
    await deliver(shop, 'checkout.session.completed', placed)
    expect((await endState(db)).mails).toEqual(['order_review'])
    const { params } = await db.selectFrom('mails').select('params').executeTakeFirstOrThrow()
    expect(JSON.parse(params)).toMatchObject({ credit: 'card' })
    const events = await db.selectFrom('order_events').select('event').execute()
    expect(events.map(({ event }) => event)).toContain('order.paid_again')
  })

  test(
    'an order that can’t be settled holds up no other, and is asked ever more seldom',
    onBoth,
    async () => {
      let now = Date.parse('2026-05-01T00:00:00Z')
      const { shop, placed, db } = await openPaidOrder({ clock: () => new Date(now) })
      const lost = await shop.placeCardOrder()
      await db
        .updateTable('orders')
        .set({ session_id: 'cs_unknown' })
        .where('id', '=', lost.order.id)
        .execute()
      now += 2 * 60_000
      await settleDue(shop.ctx)
      expect((await findOrder(db, placed.order.id))?.status).toBe('paid')
      shop.stripe.calls.length = 0
      for (let minutes = 0; minutes < 24 * 60; minutes += 15) {
        now += 15 * 60_000
        await settleDue(shop.ctx)
      }
      expect(shop.stripe.calls.filter((call) => call.endsWith('cs_unknown')).length).toBeLessThan(30)
    },
  )

  test('6. sixteen paid in parallel by two processes have the numbers 1 to 16', onBoth, async () => {
    const shop = await openShop()
    const other = await shop.another()
    const placed = await Promise.all(Array.from({ length: 16 }, () => shop.placeCardOrder()))
    for (const { order } of placed) shop.stripe.pay(shop.stripe.sessionOf(order.id))
    await Promise.all(placed.map(({ order }, index) => settle(index % 2 ? shop.ctx : other.ctx, order.id)))
    await expectNumbersWithoutGaps(shop.ctx.database.db, 16)
    const numbers = await shop.ctx.database.db
      .selectFrom('orders')
      .select('number')
      .orderBy('number')
      .execute()
    expect(new Set(numbers.map(({ number }) => number)).size).toBe(16)
  })

  test('a status that an open order was left in is asked for again, ever more seldom, for half a year', async () => {
    let now = Date.parse('2026-05-01T00:00:00Z')
    const { shop, placed } = await openPaidOrder({ clock: () => new Date(now) })
    await deliver(shop, 'checkout.session.completed', placed)
    shop.stripe.calls.length = 0
    for (let days = 0; days < 200; days += 1) {
      now += 24 * hour
      await settleDue(shop.ctx)
    }
    const asked = shop.stripe.calls.filter((call) => call.includes('/sessions/')).length
    expect(asked).toBeGreaterThan(5)
    expect(asked).toBeLessThan(30)
  })
})

async function expectNumbersWithoutGaps(db: Db, count?: number) {
  const invoices = await db
    .selectFrom('invoices')
    .select('number')
    .where('kind', '=', 'invoice')
    .orderBy('number')
    .execute()
  const numbers = invoices.map(({ number }) => Number(/\d+$/.exec(number)?.[0]))
  expect(numbers).toEqual(numbers.map((_, index) => index + 1))
  if (count !== undefined) expect(numbers).toHaveLength(count)
}
