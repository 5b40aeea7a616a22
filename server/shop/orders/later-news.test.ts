import supertest from 'supertest'
import { expect, test } from 'vitest'
import { listMoney } from '#client/desk/order/list-money.ts'
import { allRights } from '#shared/desk/scopes.ts'
import { invoiceText } from '#shared/orders/invoice-text.ts'
import type { Order, PlacedOrder } from '#shared/orders/orders.ts'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { deskApiRoutes, deskRoutes } from '#shared/routes/desk-routes.ts'
import { readFirstInLine } from '../../desk/overview/first-in-line.ts'
import { readOwed } from '../../desk/overview/owed.ts'
import { describeOnEitherEngine, onBoth } from '../../testing/support/databases.ts'
import { cookieOf, deskAs, deskOptions } from '../../testing/support/desk.ts'
import { readMails } from '../../testing/support/mailbox.ts'
import { cartBody, newKey, type TestShop, useShops } from '../../testing/support/shop.ts'
import { acceptReview } from './accept-review.ts'
import { cancelByBuyer } from './close-order.ts'
import { payBackByTransfer, refundAgain } from './failed-refunds.ts'
import { followTransfers } from './follow-transfers.ts'
import { moneyOf } from './ledger.ts'
import { findOrder } from './order-store.ts'
import { viewHead } from './order-view.ts'
import { refundOrder } from './refund-order.ts'
import { resend } from './resend.ts'
import { settle } from './settle.ts'
import { settleDue } from './settle-due.ts'
import { takePayment } from './take-payment.ts'
import { undoPayment } from './undo-payment.ts'
import { readWholeOrder } from './whole-order.ts'

const day = 24 * 60 * 60 * 1000
const by = { who: 'command line' }

describeOnEitherEngine('what the provider says later', (databases) => {
  const openShop = useShops(databases)

  async function begin(change: Parameters<TestShop['checkOut']>[0] = {}) {
    let now = new Date('2026-11-20T03:00:00Z')
    const shop = await openShop(await deskOptions({ clock: () => now }))
    const { body: placed } = await shop.checkOut(change).expect(201)
    return {
      shop,
      placed: placed as PlacedOrder,
      look: bind(shop, placed),
      later: (days: number) => {
        now = new Date(now.getTime() + days * day)
      },
    }
  }

  /** Reads the order after the provider was asked, with its keys and the subjects and kinds of new mails. */
  function bind(shop: TestShop, { order: { id } }: PlacedOrder) {
    const { db } = shop.ctx.database
    return async () => {
      await settle(shop.ctx, id)
      const order = await findOrder(db, id)
      if (!order) throw new Error('no order')
      const licences = await db.selectFrom('licences').select('status').execute()
      const invoices = await db
        .selectFrom('invoices')
        .select(['kind', 'total'])
        .orderBy('issued_at')
        .execute()
      const mails = (await readMails(shop.ctx)).map(({ subject }) => subject)
      return {
        order,
        keys: [...new Set(licences.map(({ status }) => status))],
        notes: invoices.filter(({ kind }) => kind === 'adjustment_note').map(({ total }) => total),
        mails,
      }
    }
  }

  async function beginPaid() {
    const begun = await begin()
    const session = begun.shop.stripe.sessionOf(begun.placed.order.id)
    begun.shop.stripe.pay(session)
    await begun.look()
    return { ...begun, session }
  }

  async function payUrl(shop: TestShop, { order, accessToken }: PlacedOrder) {
    return supertest(shop.app)
      .post(apiRoutes.payByCard(order.id))
      .set('Authorization', `Bearer ${accessToken}`)
  }

  test('a transfer order whose buyer had a card declined stays one, and outlives the card page', async () => {
    const { shop, placed, look, later } = await begin({ paymentMethod: 'invoice' })
    await payUrl(shop, placed)
    const session = shop.stripe.sessionOf(placed.order.id)
    await look()
    shop.stripe.decline(session)
    expect(await look()).toMatchObject({
      order: { status: 'pending', payment_method: 'invoice', payment_intent: null },
      mails: [],
    })
    const { body: page } = await shop.orderOf(placed).expect(200)
    expect(page).toMatchObject({ paymentMethod: 'invoice', dueAt: expect.any(String), outstanding: 45_800 })
    later(1)
    shop.stripe.expire(session)
    expect(await look()).toMatchObject({
      order: { status: 'pending', payment_method: 'invoice', session_id: null },
      notes: [],
    })
    later(9.5)
    await followTransfers(shop.ctx)
    const [reminder] = await readMails(shop.ctx)
    expect(reminder?.subject).toMatch(/^Reminder: order 2026-000001/)
    expect(reminder?.text).toContain('BSB')
    expect((await payUrl(shop, placed)).status).toBe(200)
    shop.stripe.pay(shop.stripe.sessionOf(placed.order.id))
    expect((await look()).order).toMatchObject({ status: 'paid', payment_method: 'card' })
    expect((await moneyOf(shop.ctx.database.db, (await look()).order)).payments).toHaveLength(1)
  })

  test.each([
    ['down', 503, 'payment_provider_unavailable'],
    ['wrong key', 502, 'payment_refused'],
  ] as const)('an order whose card page can’t be closed is not cancelled: %s', async (mood, status, code) => {
    const { shop, placed, look } = await begin({ paymentMethod: 'invoice' })
    expect((await payUrl(shop, placed)).status).toBe(200)
    shop.stripe.mood = mood
    const path = apiRoutes.cancelUnpaid(placed.order.id)
    const bearer = { Authorization: `Bearer ${placed.accessToken}` }
    const { body } = await supertest(shop.app).post(path).set(bearer).expect(status)
    expect(body).toMatchObject({ code, detail: expect.stringContaining('Nothing was cancelled') })
    shop.stripe.mood = 'well'
    expect((await look()).order.status).toBe('pending')
    await supertest(shop.app).post(path).set(bearer).expect(200)
  })

  test('a debit under way is said once, not paid twice, cancelled or reminded of', onBoth, async () => {
    const { shop, placed, look, later } = await begin({ paymentMethod: 'invoice' })
    await payUrl(shop, placed)
    shop.stripe.process(shop.stripe.sessionOf(placed.order.id))
    await readMails(shop.ctx)
    expect(await look()).toMatchObject({
      order: { status: 'pending', payment_state: 'processing', session_url: null },
      mails: ['Your payment for order 2026-000001 is on its way'],
    })
    expect((await look()).mails).toEqual([])
    expect(await payUrl(shop, placed)).toMatchObject({ status: 409, body: { code: 'order_not_payable' } })
    const { order } = placed
    await expect(cancelByBuyer(shop.ctx, order)).rejects.toMatchObject({ code: 'order_not_cancellable' })
    for (let days = 0; days < 40; days += 1) {
      later(1)
      await followTransfers(shop.ctx)
    }
    expect(await look()).toMatchObject({ order: { status: 'pending' }, mails: [], notes: [] })
    shop.stripe.pay(shop.stripe.sessionOf(order.id))
    expect((await look()).order).toMatchObject({ status: 'paid', payment_state: null })
  })

  test('a transfer can’t be entered during a debit, or the order would be paid twice', onBoth, async () => {
    const { shop, placed, look } = await begin({ paymentMethod: 'invoice' })
    await payUrl(shop, placed)
    const session = shop.stripe.sessionOf(placed.order.id)
    shop.stripe.process(session)
    const { db } = shop.ctx.database
    const take = async () => takePayment(shop.ctx, placed.order, {}, by)
    await expect(take()).rejects.toMatchObject({ code: 'order_not_payable' })
    expect((await moneyOf(db, (await look()).order)).payments).toEqual([])
    shop.stripe.failLater(session)
    await take()
    const { order } = await look()
    expect(order).toMatchObject({ status: 'paid', payment_state: null })
    expect((await moneyOf(db, order)).payments).toMatchObject([{ source: 'transfer', amount: 45_800 }])
  })

  test.each(['card', 'invoice'] as const)(
    'a debit that the bank refuses leaves a %s order payable',
    async (paymentMethod) => {
      const { shop, placed, look, later } = await begin({ paymentMethod })
      if (paymentMethod === 'invoice') await payUrl(shop, placed)
      const first = shop.stripe.sessionOf(placed.order.id)
      shop.stripe.process(first)
      await look()
      later(29.5)
      shop.stripe.failLater(first)
      expect(await look()).toMatchObject({
        order: { status: 'pending', payment_state: 'failed', session_url: null },
        mails: expect.arrayContaining(['Your payment for order 2026-000001 didn’t come']),
      })
      later(2)
      await followTransfers(shop.ctx)
      expect((await look()).order.status).toBe('pending')
      const { body } = await payUrl(shop, placed)
      const second = shop.stripe.sessionOf(placed.order.id)
      expect([second.id === first.id, body.payment.url]).toEqual([false, second.url])
      expect((await look()).order).toMatchObject({ payment_state: 'failed', session_url: second.url })
      shop.stripe.pay(second)
      expect((await look()).order).toMatchObject({ status: 'paid', payment_state: null })
    },
  )

  test('a card order whose debit was refused outlives the page of another try, and can be paid by transfer', async () => {
    const { shop, placed, look, later } = await begin()
    const session = () => shop.stripe.sessionOf(placed.order.id)
    const page = async () => (await shop.orderOf(placed).expect(200)).body
    shop.stripe.process(session())
    await look()
    shop.stripe.failLater(session())
    await look()
    for (const days of [1, 2]) {
      await payUrl(shop, placed)
      await look()
      expect(await page()).toMatchObject({ status: 'pending', payment: 'failed', paymentUrl: session().url })
      later(days)
      shop.stripe.expire(session())
      expect(await look()).toMatchObject({
        order: { status: 'pending', session_id: null, payment_state: 'failed' },
        mails: [],
      })
      expect(await page()).toMatchObject({ status: 'pending', payment: 'failed', paymentUrl: null })
    }
    await payUrl(shop, placed)
    shop.stripe.failLater(session())
    expect((await look()).mails).toEqual(['Your payment for order 2026-000001 didn’t come'])
    later(30)
    const { order } = await look()
    const { payment } = await takePayment(shop.ctx, order, {}, by)
    expect((await look()).order).toMatchObject({ status: 'paid', payment_state: null })
    expect(await page()).toMatchObject({
      paymentMethod: 'invoice',
      documents: [{ content: { paid: { method: 'invoice' } } }],
    })
    await undoPayment(shop.ctx, order, payment ?? '', by)
    expect(await page()).toMatchObject({ status: 'pending', paymentMethod: 'card' })
  })

  test('a card order whose other try ended runs out after its time', async () => {
    const { shop, placed, look, later } = await begin()
    shop.stripe.failLater(shop.stripe.sessionOf(placed.order.id))
    await look()
    await payUrl(shop, placed)
    shop.stripe.expire(shop.stripe.sessionOf(placed.order.id))
    later(44)
    expect((await look()).order.status).toBe('pending')
    later(2)
    expect(await look()).toMatchObject({
      order: { status: 'expired', payment_state: null },
      mails: ['Order 2026-000001 has lapsed'],
    })
  })

  test.each([
    ['processing', true],
    ['processing', false],
    ['failed', true],
    ['paid', false],
  ] as const)(
    'the same checkout opens no other page once a debit is %s, whether that was seen: %s',
    onBoth,
    async (state, isSeen) => {
      let now = new Date('2026-11-20T03:00:00Z')
      const shop = await openShop({ clock: () => now })
      const key = newKey()
      const { body: placed } = await shop.checkOut({}, key).expect(201)
      const session = shop.stripe.sessionOf(placed.order.id)
      const { pay, process, failLater } = shop.stripe
      const happen = { processing: process, failed: failLater, paid: pay }[state]
      happen(session)
      if (isSeen) await settle(shop.ctx, placed.order.id)
      now = new Date(now.getTime() + 3 * 60 * 60_000)
      const { body } = await shop.checkOut({}, key).expect(201)
      expect(body.payment).toMatchObject({ url: expect.stringContaining(`/shop/completed`) })
      expect(shop.stripe.sessions.size).toBe(1)
      shop.stripe.pay(session)
      expect(await settle(shop.ctx, placed.order.id)).toMatchObject({ status: 'paid' })
    },
  )

  test('an order whose debit was refused, and that nobody pays, runs out at last', async () => {
    const { shop, placed, look, later } = await begin()
    shop.stripe.failLater(shop.stripe.sessionOf(placed.order.id))
    await look()
    await resend(shop.ctx, placed.order.id, { quota: 0 })
    expect((await look()).mails).toEqual(['Your payment for order 2026-000001 didn’t come'])
    later(44)
    expect((await look()).order.status).toBe('pending')
    later(2)
    expect(await settle(shop.ctx, placed.order.id)).toMatchObject({ status: 'expired', payment_state: null })
    const mails = await readMails(shop.ctx)
    expect(mails).toMatchObject([
      { to: 'ada@example.com', subject: 'Order 2026-000001 has lapsed', attachments: [] },
    ])
    expect(mails[0]?.text).toContain('Nothing was charged, and nothing is owed.')
    expect(mails[0]?.text).not.toContain('invoice')
    expect((await look()).mails).toEqual([])
  })

  test('a refund that is pending is refunded, and says so', async () => {
    const { shop, session, look } = await beginPaid()
    const refund = shop.stripe.refund(session, 45_800, { status: 'pending' })
    expect(await look()).toMatchObject({
      order: { status: 'refunded', refunded: 45_800, refund_pending: 45_800, refund_failed: 0 },
      keys: ['revoked'],
    })
    shop.stripe.setRefund(refund, 'succeeded')
    expect(await look()).toMatchObject({ order: { refund_pending: 0, refund_failed: 0 }, mails: [] })
  })

  test.each(['failed', 'canceled'] as const)(
    'a refund that is %s weeks later is owed, and is tried again',
    async (status) => {
      const { shop, session, look, later } = await beginPaid()
      const refund = shop.stripe.refund(session, 10_000)
      await look()
      later(21)
      shop.stripe.setRefund(refund, status)
      const failed = await look()
      expect(failed).toMatchObject({
        order: { status: 'partially_refunded', refunded: 10_000, refund_failed: 10_000 },
        notes: [10_000],
        mails: expect.arrayContaining([
          'A refund of order 2026-000001 failed: A$100.00 is owed',
          'Your refund for order 2026-000001 takes longer',
        ]),
      })
      expect((await look()).mails).toEqual([])
      await refundAgain(shop.ctx, failed.order, by)
      expect(await look()).toMatchObject({ order: { refunded: 10_000, refund_failed: 0 }, notes: [10_000] })
      expect(shop.stripe.refundedOf(session)).toBe(10_000)
      await expect(refundAgain(shop.ctx, failed.order, by)).rejects.toMatchObject({
        code: 'order_not_refundable',
      })
      await refundOrder(shop.ctx, failed.order, {}, by)
      expect(await look()).toMatchObject({
        order: { status: 'refunded', refund_failed: 0 },
        notes: [10_000, 35_800],
      })
      expect(shop.stripe.refundedOf(session)).toBe(45_800)
    },
  )

  test('a refund that fails at once is owed too, and paid back by transfer once', onBoth, async () => {
    const { shop, session, look, later } = await beginPaid()
    shop.stripe.refundsTurn = 'failed'
    const { order: paid } = await look()
    later(0.1)
    await refundOrder(shop.ctx, paid, {}, by)
    const letters = await readMails(shop.ctx)
    const mails = letters.map(({ subject }) => subject)
    const { order } = await look()
    expect(order).toMatchObject({
      status: 'refunded',
      refund_failed: 45_800,
      refund_failure: 'expired_or_canceled_card',
    })
    // No other mail brings the note.
    expect(letters.flatMap(({ attachments }) => attachments)).toEqual(['ADJ-000001.pdf'])
    const told = [
      'A refund of order 2026-000001 failed: A$458.00 is owed',
      'Your refund for order 2026-000001 takes longer',
    ]
    expect(mails.toSorted()).toEqual(told)
    later(0.1)
    await refundAgain(shop.ctx, order, by)
    const again = await look()
    const { refundFailed } = await readFirstInLine(shop.ctx, allRights)
    expect(refundFailed).toMatchObject([{ sum: 45_800, since: '2026-11-20T05:24:00.000Z' }])
    expect([again.order.refund_failed, again.mails]).toEqual([45_800, told.slice(0, 1)])
    const failures = await shop.ctx.database.db
      .selectFrom('audit_entries')
      .select('after')
      .where('act', '=', 'order.refund_failed')
      .execute()
    const failure = JSON.stringify({ sum: 45_800, reason: 'expired_or_canceled_card' })
    expect(failures.map(({ after }) => after)).toEqual([failure, failure])
    const both = await Promise.allSettled([1, 2].map(() => payBackByTransfer(shop.ctx, order, by)))
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const after = await look()
    expect(after.order).toMatchObject({ refund_failed: 0, refund_repaid: 45_800 })
    expect(await moneyOf(shop.ctx.database.db, after.order)).toMatchObject({
      payments: [
        { amount: 45_800, source: 'card', kind: 'payment' },
        { amount: -45_800, source: 'transfer', kind: 'repaid' },
      ],
      credit: 0,
    })
    expect(after.mails).toContain('Your refund for order 2026-000001 went by bank transfer')
    expect(viewHead(after.order)).toMatchObject({
      refunded: 45_800,
      refundRepaid: 45_800,
      refundFailed: null,
    })
    expect(shop.stripe.refundedOf(session)).toBe(0)
    const acts = await shop.ctx.database.db.selectFrom('audit_entries').select('act').execute()
    expect(acts.map(({ act }) => act)).toEqual(
      expect.arrayContaining(['order.refund_failed', 'order.refund_repaid']),
    )
  })

  test('the rest goes back beside a transfer in place of a failed refund and another try of a later one', async () => {
    const { shop, session, look } = await beginPaid()
    const refund = async (amount?: number) => refundOrder(shop.ctx, (await look()).order, { amount }, by)
    shop.stripe.refundsTurn = 'failed'
    await refund(3000)
    await payBackByTransfer(shop.ctx, (await look()).order, by)
    await refund(2000)
    const { order } = await look()
    expect(order).toMatchObject({ refunded: 5000, refund_failed: 2000 })
    shop.stripe.refundsTurn = 'succeeded'
    await Promise.allSettled([1, 2].map(() => refundAgain(shop.ctx, order, by)))
    await refund()
    expect(shop.stripe.refundedOf(session)).toBe(42_800)
    expect(await look()).toMatchObject({
      order: { status: 'refunded', refunded: 45_800, refund_failed: 0, refund_repaid: 3000 },
      keys: ['revoked'],
    })
  })

  test('a dashboard’s refund of the same sum as one that went by transfer instead counts beside it', async () => {
    const { shop, session, look } = await beginPaid()
    shop.stripe.refund(session, 22_900, { status: 'failed' })
    await payBackByTransfer(shop.ctx, (await look()).order, by)
    const rest = shop.stripe.refund(session, 22_900)
    expect(await look()).toMatchObject({
      order: { status: 'refunded', refunded: 45_800, refund_failed: 0 },
      keys: ['revoked'],
    })
    shop.stripe.setRefund(rest, 'failed')
    expect((await look()).order).toMatchObject({ status: 'refunded', refund_failed: 22_900 })
  })

  test('the whole of a later failure is owed, whatever sum the dashboard refunded after a transfer', async () => {
    const { shop, session, look } = await beginPaid()
    shop.stripe.refund(session, 3000, { status: 'failed' })
    await payBackByTransfer(shop.ctx, (await look()).order, by)
    shop.stripe.refund(session, 3000)
    shop.stripe.refundsTurn = 'failed'
    await refundOrder(shop.ctx, (await look()).order, {}, by)
    expect((await look()).order).toMatchObject({
      status: 'refunded',
      refunded: 45_800,
      refund_failed: 39_800,
      refund_repaid: 3000,
    })
  })

  test.each([
    [45_800, 45_800, 0],
    [20_000, 20_000, 25_800],
  ])(
    'a lost dispute of %i cents lowers what a failed refund of the whole leaves owed',
    async (lost, taken, owed) => {
      const { shop, session, look } = await beginPaid()
      shop.stripe.refund(session, 45_800, { status: 'failed' })
      const { order } = await look()
      shop.stripe.dispute(session, 'needs_response', { amount: lost })
      expect((await look()).order).toMatchObject({ status: 'refunded', refund_failed: 45_800 })
      for (const act of [refundAgain, payBackByTransfer])
        await expect(act(shop.ctx, order, by)).rejects.toMatchObject({ code: 'order_not_refundable' })
      expect(shop.stripe.refundedOf(session)).toBe(0)
      shop.stripe.dispute(session, 'lost')
      const after = await look()
      expect(after).toMatchObject({
        order: { status: 'refunded', refunded: 45_800, taken_back: taken, refund_failed: owed },
        notes: [45_800],
      })
      const { payments } = await moneyOf(shop.ctx.database.db, after.order)
      expect(payments.map(({ amount }) => amount)).toEqual([45_800, -taken])
      shop.stripe.dispute(session, 'won')
      const back = await look()
      expect(back).toMatchObject({
        order: { status: 'refunded', refunded: 45_800, taken_back: 0, refund_failed: 45_800 },
        notes: [45_800],
      })
      expect(back.mails).not.toContainEqual(expect.stringContaining('Refund for'))
    },
  )

  test.each(['a transfer in the place of a failed refund', 'a refund'])(
    'a bank that takes what had gone back by %s leaves it with the buyer twice, and that is told',
    onBoth,
    async (way) => {
      const { shop, placed, session, look } = await beginPaid()
      const { db } = shop.ctx.database
      const isByTransfer = way !== 'a refund'
      shop.stripe.refund(session, 45_800, { status: isByTransfer ? 'failed' : 'succeeded' })
      const { order } = await look()
      if (isByTransfer) await payBackByTransfer(shop.ctx, order, by)
      shop.stripe.dispute(session, 'needs_response')
      await look()
      shop.stripe.dispute(session, 'lost')
      await settle(shop.ctx, placed.order.id)
      const words = (await readMails(shop.ctx)).map(({ subject, text }) => [
        subject,
        text.replaceAll(/\s+/g, ' '),
      ])
      expect(Object.fromEntries(words)).toEqual({
        'A dispute of order 2026-000001 is lost: the bank took A$458.00': expect.stringContaining(
          'the buyer has A$458.00 of it twice',
        ),
        'Your bank has taken back A$458.00 of order 2026-000001': expect.stringContaining(
          'We had sent back A$458.00 of it before, so you have that twice',
        ),
      })
      const repaid = isByTransfer ? [-45_800] : []
      const money = async () => {
        const { order, notes } = await look()
        const { payments, credit, outstanding } = await moneyOf(db, order)
        const whole = await readWholeOrder(db, order)
        return {
          order,
          notes,
          ledger: payments.map(({ amount }) => amount),
          kept: listMoney(whole).kept,
          owed: [credit, outstanding, (await readOwed(shop.ctx)).sum],
        }
      }
      const lost = {
        order: { status: 'refunded', refunded: 45_800, taken_back: 0, taken_twice: 45_800, refund_failed: 0 },
        notes: [45_800],
        ledger: [45_800, ...repaid, -45_800],
        kept: -45_800,
        owed: [0, 0, 0],
      }
      expect(await money()).toMatchObject(lost)
      shop.stripe.dispute(session, 'arbitration_that_nobody_knows')
      expect(await money()).toMatchObject(lost)
      shop.stripe.dispute(session, 'won')
      await settle(shop.ctx, placed.order.id)
      const told = (await readMails(shop.ctx)).map(({ subject }) => subject)
      expect(told.filter((subject) => !subject.includes('needs a look'))).toEqual([
        'The bank gave A$458.00 of order 2026-000001 back',
      ])
      expect(await money()).toMatchObject({
        order: { status: 'refunded', refunded: 45_800, taken_back: 0, taken_twice: 0, refund_failed: 0 },
        notes: [45_800],
        ledger: [45_800, ...repaid, -45_800, 45_800],
        kept: 0,
        owed: [0, 0, 0],
      })
    },
  )

  test('each word of the card provider has its entry in the audit', async () => {
    const { shop, placed, look } = await begin()
    const session = shop.stripe.sessionOf(placed.order.id)
    const { process, failLater, pay, warn } = shop.stripe
    for (const happen of [process, failLater, pay, warn]) {
      happen(session)
      await look()
    }
    shop.stripe.refund(session, 10_000, { status: 'pending' })
    shop.stripe.dispute(session, 'needs_response', { amount: 900 })
    await look()
    const entries = await shop.ctx.database.db
      .selectFrom('audit_entries')
      .select(['act', 'after'])
      .where('subject', '=', placed.order.id)
      .where('who', '=', '')
      .execute()
    expect(entries.map(({ act }) => act).toSorted()).toEqual([
      'order.attention',
      'order.attention',
      'order.payment_failed',
      'order.payment_processing',
      'order.refund_pending',
      'order.refunded',
    ])
    expect(entries.map(({ after }) => after)).toContainEqual(expect.stringContaining('9.00: fraudulent'))
    expect(entries.map(({ after }) => after)).toContainEqual('{"sum":10000}')
  })

  test('a dispute waits in Today until it is answered, and then for the bank', onBoth, async () => {
    const { shop, session, look, later } = await beginPaid()
    const page = () => owner.get(deskApiRoutes.overview).expect(200)
    const owner = await deskAs(shop, 'owner')
    for (const [first, second, status] of [
      ['warning_needs_response', 'warning_under_review', 'paid'],
      ['needs_response', 'under_review', 'disputed'],
      ['appeal_needs_response', 'appeal_under_review', 'disputed'],
    ] as const) {
      shop.stripe.dispute(session, first)
      expect((await look()).order.status).toBe(status)
      const isOpen = status === 'disputed'
      const counts = { disputed: Number(isOpen), attention: Number(!isOpen) }
      const { body: open } = await page()
      expect(open).toMatchObject({ ...counts, answered: 0 })
      expect([...open.first.disputed, ...open.first.attention]).toMatchObject([{ number: '2026-000001' }])
      later(0.1)
      shop.stripe.dispute(session, second)
      // Answering notifies nobody.
      expect(await look()).toMatchObject({ order: { status }, mails: [] })
      const { body: answered } = await page()
      expect(answered).toMatchObject({ disputed: 0, attention: 0, answered: Number(isOpen) })
      expect(answered.things).toBe(open.things - 1)
      expect([...answered.first.disputed, ...answered.first.attention]).toEqual([])
      const headers = { Cookie: await cookieOf(shop, 'owner') }
      const { text } = await supertest(shop.app).get(deskRoutes.order('2026-000001')).set(headers).expect(200)
      expect(text).toContain('It’s answered. Now the bank decides')
      expect(text).not.toContain('The last moment is')
    }
    const { events } = await readWholeOrder(shop.ctx.database.db, (await look()).order)
    expect(events.map(({ event }) => event)).toContain('order.dispute_answered')
    shop.stripe.dispute(session, 'needs_response', { isAnother: true })
    const { order } = await look()
    expect((await page()).body).toMatchObject({ disputed: 1, answered: 0 })
    // The first that needs an answer stays the one that is shown.
    const { evidence_details: evidence } = shop.stripe.dispute(session, 'needs_response', { isAnother: true })
    evidence.due_by = Number(evidence.due_by) + 1
    expect(await look()).toMatchObject({ order: { attention: order.attention }, mails: [] })
  })

  test('what a bank decides is asked about each day until its end, and without an event', async () => {
    const { shop, placed, session, look, later } = await beginPaid()
    const daysLeft = async () => {
      const { order } = await look()
      return order.next_check_at && (Date.parse(order.next_check_at) - shop.ctx.clock().getTime()) / day
    }
    later(120)
    expect(await daysLeft()).toBe(60)
    for (const [status, isAsked] of [
      ['warning_needs_response', true],
      ['needs_response', true],
      ['lost', false],
      ['appeal_under_review', true],
    ] as const) {
      shop.stripe.dispute(session, status)
      expect(await daysLeft()).toBe(isAsked ? 1 : 60)
    }
    later(100)
    expect(await daysLeft()).toBe(1)
    shop.stripe.dispute(session, 'won')
    later(1)
    await settleDue(shop.ctx)
    const { order } = await look()
    expect([order.id, order.status, order.next_check_at]).toEqual([placed.order.id, 'paid', null])
    shop.stripe.refund(session, 1000, { status: 'pending' })
    expect(await daysLeft()).toBe(1)
  })

  test('a dispute that is lost at once counts as one', onBoth, async () => {
    const { shop, session, look } = await beginPaid()
    shop.stripe.dispute(session, 'lost', { amount: 22_900 })
    expect((await look()).order.status).toBe('partially_refunded')
    shop.stripe.dispute(session, 'won')
    await look()
    shop.stripe.dispute(session, 'needs_response')
    await look()
    shop.stripe.dispute(session, 'lost')
    await look()
    const { body } = await (await deskAs(shop, 'owner')).get(`${deskApiRoutes.trends}?months=1`).expect(200)
    expect(body.months).toMatchObject([{ invoices: 1, disputes: 1 }])
    const events = await shop.ctx.database.db
      .selectFrom('order_events')
      .select('detail')
      .where('event', '=', 'order.disputed')
      .execute()
    expect(events).toEqual([{ detail: 'was paid' }, { detail: 'was paid' }])
  })

  test('a dispute of a refunded order waits in Today, counts, and its end stands in the history', async () => {
    const { shop, session, look, later } = await beginPaid()
    shop.stripe.refund(session, 45_800)
    await look()
    later(3)
    shop.stripe.dispute(session, 'needs_response')
    expect((await look()).order.status).toBe('refunded')
    const { attention } = await readFirstInLine(shop.ctx, allRights)
    expect(attention).toMatchObject([{ number: '2026-000001', since: '2026-11-23T03:00:00.000Z' }])
    shop.stripe.dispute(session, 'won')
    const { order } = await look()
    expect(order.status).toBe('refunded')
    const { body } = await (await deskAs(shop, 'owner')).get(`${deskApiRoutes.trends}?months=1`).expect(200)
    expect(body.months).toMatchObject([{ disputes: 1 }])
    const { events } = await readWholeOrder(shop.ctx.database.db, order)
    expect(events.map(({ event }) => event).slice(-3)).toEqual([
      'order.attention',
      'order.disputed',
      'order.dispute_ended',
    ])
  })

  test('a refund that ends a dispute stands in the history beside that end', async () => {
    const { shop, session, look } = await beginPaid()
    shop.stripe.dispute(session, 'needs_response')
    await look()
    shop.stripe.dispute(session, 'won')
    shop.stripe.refund(session, 5800)
    const { order } = await look()
    expect(order).toMatchObject({ status: 'partially_refunded', refunded: 5800 })
    const { events } = await readWholeOrder(shop.ctx.database.db, order)
    const names = events.map(({ event }) => event)
    expect(names).toContain('order.dispute_ended')
    expect(names).toContain('order.partially_refunded')
  })

  test.each([
    [
      'an inquiry',
      (shop: TestShop, session: Session) => shop.stripe.dispute(session, 'warning_needs_response'),
      'inquiry',
      'the bank asks about it',
    ],
    [
      'an early fraud warning',
      (shop: TestShop, session: Session) => shop.stripe.warn(session),
      'warning',
      'early fraud warning',
    ],
    [
      'a review',
      (shop: TestShop, session: Session) => shop.stripe.review(session),
      'review',
      'held for review',
    ],
    [
      'an unknown state of a dispute',
      (shop: TestShop, session: Session) => shop.stripe.dispute(session, 'arbitration'),
      'unknown',
      'unknown state of a dispute',
    ],
  ])('%s changes nothing, and the owner is told once', async (_name, happen, kind, words) => {
    const { shop, session, look } = await beginPaid()
    happen(shop, session)
    const seen = await look()
    expect(seen).toMatchObject({
      order: { status: 'paid' },
      keys: ['active'],
      mails: [`Order 2026-000001 needs a look: ${words}`],
    })
    expect(JSON.parse(seen.order.attention ?? '')).toMatchObject({ kind, amount: 45_800 })
    expect((await look()).mails).toEqual([])
    await refundOrder(shop.ctx, seen.order, {}, by)
    expect((await look()).order).toMatchObject({
      status: 'refunded',
      attention: kind === 'warning' ? null : expect.any(String),
    })
  })

  test('a warning that somebody leaves as it is waits no longer, until the provider says something else', async () => {
    const { shop, placed, session, look } = await beginPaid()
    const desk = await deskAs(shop, 'owner')
    const waits = async () => (await desk.get(deskApiRoutes.overview).expect(200)).body.attention
    const leave = (status: number) =>
      desk.post(`${deskApiRoutes.order(placed.order.id)}/leave-attention`).expect(status)
    await leave(409)
    shop.stripe.warn(session)
    await look()
    expect(await waits()).toBe(1)
    expect((await leave(200)).body.order.attention).toMatchObject({ kind: 'warning', isLeft: true })
    expect((await look()).mails).toEqual([])
    expect(await waits()).toBe(0)
    await leave(409)
    const { events } = await readWholeOrder(shop.ctx.database.db, (await look()).order)
    const left = { event: 'order.attention_left', who: 'alex@example.com' }
    expect(events).toContainEqual(expect.objectContaining(left))
    shop.stripe.dispute(session, 'warning_needs_response')
    expect((await look()).mails).toEqual(['Order 2026-000001 needs a look: the bank asks about it'])
    expect(await waits()).toBe(1)
    await leave(409)
  })

  test('an unknown state keeps a disputed order disputed, and can be left until there is another', async () => {
    const { shop, placed, session, look } = await beginPaid()
    const desk = await deskAs(shop, 'owner')
    const waits = async () => (await desk.get(deskApiRoutes.overview).expect(200)).body.disputed
    shop.stripe.dispute(session, 'needs_response')
    await look()
    shop.stripe.dispute(session, 'arbitration')
    const told = ['Order 2026-000001 needs a look: unknown state of a dispute']
    expect(await look()).toMatchObject({ order: { status: 'disputed' }, keys: ['suspended'], mails: told })
    expect(await waits()).toBe(1)
    await desk.post(`${deskApiRoutes.order(placed.order.id)}/leave-attention`).expect(200)
    expect(await look()).toMatchObject({ order: { status: 'disputed' }, mails: [] })
    expect(await waits()).toBe(0)
    shop.stripe.dispute(session, 'second_arbitration')
    expect((await look()).mails).toEqual(told)
    expect(await waits()).toBe(1)
  })

  test('an appeal is an open dispute', async () => {
    const { shop, session, look } = await beginPaid()
    for (const status of ['needs_response', 'appeal_needs_response', 'appeal_under_review']) {
      shop.stripe.dispute(session, status)
      expect(await look()).toMatchObject({ order: { status: 'disputed' }, keys: ['suspended'] })
    }
    shop.stripe.dispute(session, 'won')
    expect(await look()).toMatchObject({ order: { status: 'paid', attention: null }, keys: ['active'] })
  })

  test('a lost dispute takes what was disputed, with its own words, and won by appeal brings it back', async () => {
    const { shop, session, look } = await beginPaid()
    shop.stripe.dispute(session, 'needs_response', { amount: 22_900 })
    expect((await look()).mails).toEqual(['The payment of order 2026-000001 is disputed: A$229.00'])
    shop.stripe.dispute(session, 'lost')
    const lost = await look()
    expect(lost).toMatchObject({
      order: { status: 'partially_refunded', refunded: 22_900, taken_back: 22_900, refund_failed: 0 },
      keys: ['active'],
      notes: [22_900],
    })
    expect(lost.mails.toSorted()).toEqual([
      'A dispute of order 2026-000001 is lost: the bank took A$229.00',
      'Your bank has taken back A$229.00 of order 2026-000001',
    ])
    const documents = await shop.ctx.database.db
      .selectFrom('invoices')
      .select('content')
      .where('kind', '=', 'adjustment_note')
      .execute()
    expect(documents[0]?.content).toContain('The buyer’s bank took back A$229.00 after a dispute.')
    shop.stripe.dispute(session, 'appeal_under_review')
    expect((await look()).order).toMatchObject({ status: 'disputed', refunded: 22_900 })
    shop.stripe.dispute(session, 'won')
    const back = await look()
    expect(back).toMatchObject({ order: { status: 'paid', refunded: 0, taken_back: 0 }, keys: ['active'] })
    expect(back.mails).toEqual(['The bank gave A$229.00 of order 2026-000001 back'])
    const { payments, credit } = await moneyOf(shop.ctx.database.db, back.order)
    expect([payments.map(({ kind, amount }) => [kind, amount]), credit]).toEqual([
      [
        ['payment', 45_800],
        ['taken_back', -22_900],
        ['given_back', 22_900],
      ],
      0,
    ])
  })

  test('money that came back to an order in review is for its owner to decide', async () => {
    const { shop, placed, look } = await begin()
    const session = shop.stripe.sessionOf(placed.order.id)
    shop.stripe.pay(session, { amount_total: 45_799 })
    expect((await look()).order.status).toBe('review')
    shop.stripe.dispute(session, 'lost', { amount: 45_799 })
    expect((await look()).order).toMatchObject({ status: 'refunded', taken_back: 45_799 })
    shop.stripe.dispute(session, 'won')
    expect(await look()).toMatchObject({ order: { status: 'review', taken_back: 0 }, keys: [] })
    const accepted = (await look()).order
    await acceptReview(shop.ctx, accepted, by)
    expect(await look()).toMatchObject({ order: { status: 'paid' }, keys: ['active'] })
  })

  test('an order that is accepted while its payment is disputed has no key that works', async () => {
    const { shop, placed, look } = await begin()
    const session = shop.stripe.sessionOf(placed.order.id)
    shop.stripe.pay(session, { amount_total: 45_799 })
    await look()
    shop.stripe.dispute(session, 'needs_response')
    const accepted = await acceptReview(shop.ctx, (await look()).order, by)
    expect([accepted?.status, (await look()).keys]).toEqual(['disputed', ['suspended']])
    shop.stripe.dispute(session, 'won')
    expect(await look()).toMatchObject({ order: { status: 'paid' }, keys: ['active'] })
  })

  test('an order in review whose payment is disputed offers no refund, which the bank would refuse', async () => {
    const { shop, placed, look } = await begin()
    const session = shop.stripe.sessionOf(placed.order.id)
    shop.stripe.pay(session, { amount_total: 45_799 })
    shop.stripe.dispute(session, 'needs_response')
    const { order } = await look()
    expect(order.status).toBe('review')
    const { things, first } = (await (await deskAs(shop, 'owner')).get(deskApiRoutes.overview).expect(200))
      .body
    expect([things, first.attention.length, first.review.length]).toEqual([2, 1, 0])
    const says = 'disputed, and the bank holds its money until that ends.'
    const { body } = await (await deskAs(shop, 'owner'))
      .post(deskApiRoutes.refunds(order.id), { confirm: order.number })
      .expect(409)
    expect(body).toMatchObject({ code: 'order_not_refundable', detail: expect.stringContaining(says) })
    const headers = { Cookie: await cookieOf(shop, 'owner') }
    const { text } = await supertest(shop.app).get(deskRoutes.order(order.number)).set(headers).expect(200)
    expect(text).toContain(says)
    shop.stripe.dispute(session, 'won')
    expect((await look()).order.status).toBe('review')
    await refundOrder(shop.ctx, order, {}, by)
    expect((await look()).order.status).toBe('refunded')
  })

  test('a bank that takes all of an order that was accepted for less leaves nothing of its invoice', async () => {
    const { shop, placed, look, later } = await begin()
    const session = shop.stripe.sessionOf(placed.order.id)
    shop.stripe.pay(session, { amount_total: 40_000 })
    await acceptReview(shop.ctx, (await look()).order, by)
    const desk = await deskAs(shop, 'owner')
    const books = async () => (await desk.get(deskApiRoutes.books).expect(200)).body
    shop.stripe.dispute(session, 'lost', { amount: 40_000 })
    expect(await look()).toMatchObject({ order: { status: 'refunded', refunded: 40_000 }, notes: [45_800] })
    expect(await books()).toMatchObject({ g1: 0, '1a': 0 })
    later(1)
    shop.stripe.dispute(session, 'won')
    expect(await look()).toMatchObject({ order: { status: 'paid', refunded: 0 }, notes: [45_800, -45_800] })
    const { body } = await desk.post(deskApiRoutes.refunds(placed.order.id))
    expect(body.preview).toMatchObject({ amount: 40_000, note: { amount: 45_800 } })
    later(1)
    await refundOrder(shop.ctx, (await look()).order, {}, by)
    const mail = (await readMails(shop.ctx)).findLast(({ subject }) => subject.startsWith('Refund for'))
    expect(await look()).toMatchObject({ order: { status: 'refunded' }, notes: [45_800, -45_800, 45_800] })
    expect(mail?.text).toMatch(/All of the A\$400\.00 paid for order 2026-000001 .* keys are switched off/)
  })

  test('what a buyer had twice and sends back is no credit of theirs', onBoth, async () => {
    const { shop, session, look } = await beginPaid()
    shop.stripe.refund(session, 45_800)
    await look()
    shop.stripe.dispute(session, 'lost')
    const { order } = await look()
    expect(order).toMatchObject({ status: 'refunded', taken_twice: 45_800 })
    const back = (amount: number) => takePayment(shop.ctx, order, { amount, asCredit: true }, by)
    await back(45_800)
    const owed = async () => [
      (await moneyOf(shop.ctx.database.db, order)).credit,
      (await readOwed(shop.ctx)).sum,
    ]
    expect(await owed()).toEqual([0, 0])
    expect(listMoney(await readWholeOrder(shop.ctx.database.db, order)).kept).toBe(0)
    await back(500)
    expect(await owed()).toEqual([500, 500])
  })

  test.each([45_800, 22_900])(
    'money that came back of a loss of %i cents has a note of its own, and a later refund another',
    async (lost) => {
      const { shop, placed, session } = await beginPaid()
      const { db } = shop.ctx.database
      await readMails(shop.ctx)
      for (const state of ['lost', 'won'] as const) {
        shop.stripe.dispute(session, state, { amount: lost })
        await settle(shop.ctx, placed.order.id)
      }
      const back = await findOrder(db, placed.order.id)
      if (!back) throw new Error('no order')
      const desk = await deskAs(shop, 'owner')
      const noted = { body: { preview: { note: { amount: lost } } } }
      expect(await desk.post(deskApiRoutes.refunds(back.id), { amount: lost })).toMatchObject(noted)
      await refundOrder(shop.ctx, back, { amount: lost }, by)
      if (lost < 45_800) await refundOrder(shop.ctx, back, {}, by)

      const { body: order } = await shop.orderOf(placed).expect(200)
      const notes = (order as Order).documents.flatMap(({ content, number, url }) =>
        content.kind === 'adjustment_note' ? [{ ...content, number, url }] : [],
      )
      const rest = lost < 45_800 ? [['ADJ-000004', 45_800 - lost]] : []
      expect(notes.map(({ number, total }) => [number, total])).toEqual([
        ['ADJ-000001', lost],
        ['ADJ-000002', -lost],
        ['ADJ-000003', lost],
        ...rest,
      ])
      expect(notes.reduce((sum, { tax }) => sum + tax, 0)).toBe(placed.order.tax)
      const raising = notes[1] as (typeof notes)[number]
      expect(raising).toMatchObject({ before: notes[0]?.after, after: notes[0]?.before })
      expect(invoiceText(raising).foot).toMatch(
        /raised again by \$\d+\.00, .* Reason: The buyer’s bank gave back what it had taken/,
      )
      for (const { number, url } of notes) {
        const { headers } = await supertest(shop.app)
          .get(url)
          .set('Authorization', `Bearer ${placed.accessToken}`)
          .expect(200)
        expect(headers['content-disposition']).toContain(number)
      }

      const mails = await readMails(shop.ctx)
      const toBuyer = mails.filter(({ to }) => to === 'ada@example.com')
      expect(toBuyer.map(({ subject, attachments }) => [subject.split(' ')[0], ...attachments])).toEqual([
        ['Your', 'ADJ-000001.pdf'],
        ['Refund', 'ADJ-000003.pdf'],
        ...rest.map(([number]) => ['Refund', `${number}.pdf`]),
      ])
      const told = mails.find(({ subject }) => subject.startsWith('The bank gave'))
      expect(told?.text.replaceAll(/\s+/g, ' ')).toContain(
        'Adjustment note ADJ-000002 raises its invoice again.',
      )
      for (const basis of ['accrual', 'cash'] as const) {
        const { body: books } = await desk.get(`${deskApiRoutes.books}?basis=${basis}`).expect(200)
        expect(books).toMatchObject({ g1: 0, '1a': 0, sales: 45_800, adjustments: 45_800 })
      }
      const events = await db
        .selectFrom('invoices')
        .select('number')
        .where('order_id', '=', back.id)
        .execute()
      expect(new Set(events.map(({ number }) => number)).size).toBe(notes.length + 1)
    },
  )

  test('a dispute that is lost and another that opens are both told, and say that the keys are on hold', async () => {
    const { shop, session, look } = await beginPaid()
    await readMails(shop.ctx)
    shop.stripe.dispute(session, 'lost', { amount: 10_000 })
    shop.stripe.dispute(session, 'needs_response', { amount: 5_000, isAnother: true })
    await settle(shop.ctx, session.client_reference_id ?? '')
    const mails = await readMails(shop.ctx)
    const said = Object.fromEntries(mails.map(({ subject, text }) => [subject, text.replaceAll(/\s+/g, ' ')]))
    expect(said).toEqual({
      'A dispute of order 2026-000001 is lost: the bank took A$100.00': expect.stringContaining(
        'Its licences stay suspended, because another dispute is open.',
      ),
      'The payment of order 2026-000001 is disputed: A$50.00': expect.stringContaining('Answer by:'),
      'Your bank has taken back A$100.00 of order 2026-000001': expect.stringContaining(
        'Until then, your keys are on hold.',
      ),
    })
    expect(await look()).toMatchObject({ order: { status: 'disputed' }, keys: ['suspended'], mails: [] })
  })

  test('the mail that is sent again says where the money is: taken, owed, or transferred', async () => {
    const taken = await beginPaid()
    taken.shop.stripe.dispute(taken.session, 'lost')
    await taken.look()
    await resend(taken.shop.ctx, taken.placed.order.id, { quota: 0 })
    expect((await taken.look()).mails).toEqual(['Your bank has taken back A$458.00 of order 2026-000001'])

    const owed = await beginPaid()
    owed.shop.stripe.refund(owed.session, 45_800, { status: 'failed' })
    const { order } = await owed.look()
    await resend(owed.shop.ctx, order.id, { quota: 0 })
    expect((await owed.look()).mails).toEqual(['Your refund for order 2026-000001 takes longer'])
    await payBackByTransfer(owed.shop.ctx, order, by)
    await owed.look()
    await resend(owed.shop.ctx, order.id, { quota: 0 })
    expect((await owed.look()).mails).toEqual(['Your refund for order 2026-000001 went by bank transfer'])

    const both = await beginPaid()
    both.shop.stripe.dispute(both.session, 'lost', { amount: 30_000 })
    await refundOrder(both.shop.ctx, (await both.look()).order, {}, by)
    const sums = 'A$158.00 of the A$458.00 paid for order 2026-000001 has been refunded, and its keys are'
    const toBuyer = async () =>
      (await readMails(both.shop.ctx))
        .filter(({ to }) => to === 'ada@example.com')
        .map(({ text }) => text.replaceAll(/\s+/g, ' '))
    expect(await toBuyer()).toEqual([expect.stringContaining(sums)])
    await resend(both.shop.ctx, both.placed.order.id, { quota: 0 })
    expect(await toBuyer()).toEqual([expect.stringContaining(sums)])
  })

  test('money back after the whole was lost turns keys on again, but not those that a person had suspended', async () => {
    const { shop, session, look } = await beginPaid()
    const { db } = shop.ctx.database
    const [licence] = await db.selectFrom('licences').select('id').execute()
    await db
      .updateTable('licences')
      .set({ status: 'suspended', suspended_by: 'operator' })
      .where('id', '=', licence?.id ?? '')
      .execute()
    shop.stripe.dispute(session, 'lost')
    expect(await look()).toMatchObject({ order: { status: 'refunded' }, keys: ['revoked'] })
    shop.stripe.dispute(session, 'won')
    expect((await look()).order.status).toBe('paid')
    const keys = await db
      .selectFrom('licences')
      .select(['status', 'suspended_by'])
      .orderBy('status')
      .execute()
    expect(keys).toEqual([
      { status: 'active', suspended_by: null },
      { status: 'suspended', suspended_by: 'operator' },
    ])
  })

  test.each([
    ['renewal', { renew: 1 }],
    ['upgrade', { to: 'facility' }],
    ['order of extra machines', { extraSeats: 1 }],
    ['order of all three', { renew: 2, to: 'facility', extraSeats: 1 }],
  ] as const)(
    'an %s keeps or loses its change with its money: debited, refused, disputed, lost, given back, refunded in vain',
    async (_what, change) => {
      const { shop, placed } = await beginPaid()
      const { db } = shop.ctx.database
      const key = (await shop.orderOf(placed).expect(200)).body.lines[0].licences[0].key
      const changed = await shop.placeChangeOrder(key, change)
      const session = shop.stripe.sessionOf(changed.order.id)
      const licences = async () => {
        await settle(shop.ctx, changed.order.id)
        return db
          .selectFrom('licences')
          .select(['sku', 'seat_limit', 'updates_until', 'status'])
          .orderBy('id')
          .execute()
      }
      const before = await licences()
      shop.stripe.process(session)
      expect(await licences()).toEqual(before)
      shop.stripe.failLater(session)
      expect(await licences()).toEqual(before)

      const { body } = await payUrl(shop, changed)
      expect(body.payment.url).toContain(shop.stripe.url)
      const paying = shop.stripe.sessionOf(changed.order.id)
      shop.stripe.pay(paying)
      const after = await licences()
      expect(after).not.toEqual(before)
      const steps = [
        ['needs_response', before],
        ['won', after],
        ['lost', before],
        ['under_appeal_that_nobody_knows', before],
        ['won', after],
      ] as const
      for (const [state, expected] of steps) {
        shop.stripe.dispute(paying, state as 'won')
        expect([state, await licences()]).toEqual([state, expected])
      }
      shop.stripe.setRefund(shop.stripe.refund(paying, changed.order.total), 'failed')
      expect(await licences()).toEqual(before)
      expect(await findOrder(db, changed.order.id)).toMatchObject({ refund_failed: changed.order.total })
    },
  )

  test('an order of a quote hears what the bank says later, as any other', async () => {
    const { shop } = await begin()
    const { db } = shop.ctx.database
    const { expectedTotal: _, paymentMethod: _method, acceptTerms: _accepted, ...asked } = cartBody()
    const send = (path: string, body: object) =>
      supertest(shop.app).post(path).set('Idempotency-Key', newKey()).send(body).expect(201)
    const { quote, accessToken } = (await send(apiRoutes.quotes, asked)).body
    const ordered = { acceptTerms: true, verification: 'token', paymentMethod: 'card' }
    const placed = (await send(apiRoutes.checkout, { ...ordered, quote: { id: quote.id, accessToken } })).body
    const session = shop.stripe.sessionOf(placed.order.id)
    const look = async () => {
      await settle(shop.ctx, placed.order.id)
      return findOrder(db, placed.order.id)
    }
    shop.stripe.process(session)
    expect(await look()).toMatchObject({ status: 'pending', payment_state: 'processing' })
    shop.stripe.pay(session)
    expect(await look()).toMatchObject({ status: 'paid' })
    shop.stripe.dispute(session, 'lost')
    expect(await look()).toMatchObject({ status: 'refunded', taken_back: placed.order.total })
    shop.stripe.dispute(session, 'won')
    expect(await look()).toMatchObject({ status: 'paid', taken_back: 0 })
    shop.stripe.setRefund(shop.stripe.refund(session, 10_000), 'failed')
    expect(await look()).toMatchObject({ status: 'partially_refunded', refund_failed: 10_000 })
  })
})

type Session = ReturnType<TestShop['stripe']['sessionOf']>
