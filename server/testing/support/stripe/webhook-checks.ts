import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import type { ShopContext } from '../../../context.ts'
import type { Db } from '../../../runtime/db/database.ts'
import { written } from '../../../runtime/db/rows/buyer.ts'
import type { claimDueEvents, storeEvent, workOff } from '../../../shop/orders/webhook-events.ts'
import type { PaymentEvent } from '../../../shop/payments/provider.ts'
import { anyOrder } from '../any-order.ts'
import { site } from '../site.ts'

type Made = {
  claimDueEvents: typeof claimDueEvents
  storeEvent: typeof storeEvent
  workOff: typeof workOff
}

type Bench = {
  db: Db
  shop: ShopContext
  /** Ids of the orders whose payment was asked for. */
  asked: string[]
  /** Intents of which the provider was asked. */
  sought: string[]
  store(event?: Partial<PaymentEvent>): Promise<boolean>
  /** Ids of events due this many minutes after they were stored. */
  claim(minutes: number): Promise<string[]>
  work(event?: Partial<PaymentEvent>): Promise<void>
}

type Check = (bench: Bench & Made) => Promise<void>

const event: PaymentEvent = { id: 'evt_1', type: 'charge.refunded', orderId: 'ord_1', paymentIntent: null }
const at = (minutes: number) => new Date(Date.parse('2026-11-22T02:10:00Z') + minutes * 60_000)
const day = 24 * 60

const waking = [
  'checkout.session.completed',
  'checkout.session.async_payment_failed',
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'payment_intent.processing',
  'charge.refunded',
  'charge.refund.updated',
  'charge.dispute.created',
  'refund.failed',
  'radar.early_fraud_warning.created',
  'review.closed',
]

/** Checks of storing and processing events; a fault in any line of the code fails one of these. */
export const eventChecks: Record<string, Check> = {
  async 'wakes for what can change an order, and for nothing else'({ store, claim }) {
    for (const type of waking) assert.equal(await store({ id: type, type }), true, type)
    for (const type of ['payment_intent.created', 'charge.succeeded', 'customer.created', 'x.refund.failed'])
      assert.equal(await store({ id: type, type }), false, type)
    assert.deepEqual((await claim(1)).toSorted(), waking.toSorted())
  },
  async 'keeps an event once'({ store, db }) {
    assert.deepEqual([await store(), await store(), await store({ id: 'evt_2' })], [true, false, true])
    const rows = await db.selectFrom('webhook_events').selectAll().orderBy('event_id').execute()
    assert.equal(rows.length, 2)
    assert.partialDeepStrictEqual(rows[0], {
      provider: 'stripe',
      event_id: 'evt_1',
      type: 'charge.refunded',
      order_id: 'ord_1',
      received_at: at(0).toISOString(),
      processed_at: null,
    })
  },
  async 'gives an event out when it is due, once to several'({ store, claim, claimDueEvents, db }) {
    await store({ id: 'evt_2' })
    await store({ paymentIntent: 'pi_1' })
    assert.deepEqual(await claim(0.5), [])
    await db
      .updateTable('webhook_events')
      .set({ next_attempt_at: at(0.5).toISOString() })
      .where('event_id', '=', 'evt_1')
      .execute()
    assert.deepEqual(await claimDueEvents(db, at(0.5)), [
      { id: 'evt_1', orderId: 'ord_1', paymentIntent: 'pi_1' },
    ])
    await store({ id: 'evt_3' })
    assert.deepEqual(await claim(3), ['evt_2', 'evt_3', 'evt_1'].toSorted())
    await db
      .updateTable('webhook_events')
      .set({ next_attempt_at: at(0).toISOString() })
      .execute()
    const both = await Promise.all([claim(4), claim(4)])
    assert.deepEqual(both.flat().toSorted(), ['evt_1', 'evt_2', 'evt_3'])
  },
  async 'waits half an event’s age between attempts, a minute at least, and three days in all'({
    store,
    claim,
  }) {
    await store()
    const due: number[] = []
    for (const minutes of [1, 1.9, 2, 2.9, 3, 4.4, 4.5, 100, 149, 150, 3 * day - 1, 4.4 * day])
      if ((await claim(minutes)).length > 0) due.push(minutes)
    assert.deepEqual(due, [1, 2, 3, 4.5, 100, 150, 3 * day - 1])
    await store({ id: 'evt_2' })
    assert.deepEqual(await claim(3 * day), [])
  },
  async 'asks about at most fifty at once, the longest due first'({ db, store, claim }) {
    for (let index = 0; index < 51; index += 1) await store({ id: `evt_${index}` })
    const earlier = { next_attempt_at: at(0.5).toISOString() }
    await db.updateTable('webhook_events').set(earlier).where('event_id', '=', 'evt_50').execute()
    const first = await claim(1)
    assert.ok(first.includes('evt_50'))
    assert.deepEqual([first.length, (await claim(1)).length, (await claim(1)).length], [50, 1, 0])
  },
  async 'settles the event’s order, and forgets the event'({ store, claim, work, asked, sought, db }) {
    await store()
    await store({ id: 'evt_2' })
    await work({ paymentIntent: 'pi_of_nobody' })
    assert.deepEqual([asked, sought], [['ord_1'], []])
    const processed = await db
      .selectFrom('webhook_events')
      .select('processed_at')
      .orderBy('event_id')
      .execute()
    assert.deepEqual(
      processed.map(({ processed_at }) => processed_at),
      [at(7).toISOString(), null],
    )
    assert.deepEqual(await claim(10), ['evt_2'])
  },
  async 'finds the order by its payment, here or at the provider'({ store, claim, work, asked, sought }) {
    await store()
    await work({ orderId: null, paymentIntent: 'pi_1' })
    assert.deepEqual([asked, sought], [['ord_1'], []])
    await work({ orderId: null, paymentIntent: 'pi_2' })
    assert.deepEqual([asked, sought], [['ord_1', 'ord_2'], ['pi_2']])
    await work({ orderId: null, paymentIntent: 'pi_of_nobody' })
    await work({ orderId: null })
    assert.deepEqual(
      [asked, sought],
      [
        ['ord_1', 'ord_2'],
        ['pi_2', 'pi_of_nobody'],
      ],
    )
    assert.deepEqual(await claim(10), [])
  },
}

/** Runs one check on a database, which is as before afterwards. */
export async function runEventCheck(db: Db, made: Made, check: Check): Promise<void> {
  const [asked, sought]: [string[], string[]] = [[], []]
  const payments = {
    async readPayment({ id }: { id: string }) {
      asked.push(id)
      return null
    },
    async findOrderId(intent: string) {
      sought.push(intent)
      return intent === 'pi_2' ? 'ord_2' : null
    },
  }
  const shop = {
    database: { db },
    payments,
    clock: () => at(7),
    random: randomBytes,
    outbox: { nudge() {} },
    library: { typed: { site } },
  } as unknown as ShopContext
  const orders = [1, 2].map((n) =>
    anyOrder({
      id: `ord_${n}`,
      number: `2026-00000${n}`,
      session_id: `cs_${n}`,
      payment_intent: n === 1 ? 'pi_1' : null,
    }),
  )
  await db.insertInto('orders').values(orders.map(written)).execute()
  try {
    await check({
      ...made,
      db,
      shop,
      asked,
      sought,
      store: (change) => made.storeEvent(db, { ...event, ...change }, at(0)),
      claim: async (minutes) => (await made.claimDueEvents(db, at(minutes))).map(({ id }) => id).toSorted(),
      work: (change) => made.workOff(shop, { ...event, ...change }),
    })
  } finally {
    for (const table of ['webhook_events', 'orders'] as const) await db.deleteFrom(table).execute()
  }
}
