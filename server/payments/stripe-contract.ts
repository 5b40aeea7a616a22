import assert from 'node:assert/strict'
import type { OrderLineRow, OrderRow } from '../db/rows/orders.ts'
import { anyOrder, anyOrderLine } from '../testing/any-order.ts'
import { type StripeServer, signedText, startStripe } from '../testing/stripe-server.ts'
import type { PaymentProvider } from './provider.ts'
import type { createStripeProvider } from './stripe.ts'

type Bench = {
  stripe: StripeServer
  payments: PaymentProvider
  order: OrderRow
  lines: OrderLineRow[]
  /** Opens the order's session; the order then knows it. */
  open(): Promise<OrderRow>
  /** Pays that session by card; the order then knows its intent. */
  pay(): Promise<OrderRow>
}

type Check = (bench: Bench) => Promise<void>

/** What the site needs of the provider, so that a fault in any one line of it fails one of these. */
export const stripeContract: Record<string, Check> = {
  async 'opens one session for one order, however often it is asked'({ stripe, payments, order, lines }) {
    const now = new Date()
    const first = await payments.openSession(order, lines, now)
    assert.deepEqual(await payments.openSession(order, lines, now), first)
    assert.equal(stripe.sessions.size, 1)
    assert.ok((await payments.openSession({ ...order, id: 'ord_2' }, lines, now)).id !== first.id)
  },
  async 'opens another session for another hour or revision'({ payments, order, lines }) {
    const now = new Date()
    const later = new Date(now.getTime() + 60 * 60_000)
    const ids = [
      await payments.openSession(order, lines, now),
      await payments.openSession(order, lines, now),
      await payments.openSession({ ...order, revision: 1 }, lines, now),
      await payments.openSession(order, lines, later),
    ].map(({ id }) => id)
    assert.equal(ids[0], ids[1])
    assert.equal(new Set(ids).size, 3)
  },
  async 'sees money only once it is there'({ stripe, payments, open }) {
    const order = await open()
    const session = stripe.sessionOf(order.id)
    const look = async () => (await payments.readPayment(order))?.payment
    assert.partialDeepStrictEqual(await look(), { received: null, expired: false, state: null })
    stripe.decline(session)
    assert.partialDeepStrictEqual(await look(), { received: null, state: null })
    stripe.process(session)
    assert.partialDeepStrictEqual(await look(), { received: null, state: 'processing' })
    stripe.failLater(session)
    assert.partialDeepStrictEqual(await look(), { received: null, state: 'failed' })
    stripe.failLater(session, 'canceled')
    assert.partialDeepStrictEqual(await look(), { received: null, state: 'failed' })
    stripe.pay(session)
    const received = { amount: order.total, currency: 'AUD' }
    assert.partialDeepStrictEqual(await look(), { received, state: null, dispute: 'none', attention: null })
  },
  async 'sees that a session has run out'({ stripe, payments, open }) {
    const order = await open()
    stripe.expire(stripe.sessionOf(order.id))
    assert.equal((await payments.readPayment(order))?.payment.expired, true)
  },
  async 'closes an open session, and leaves others alone'({ stripe, payments, open, pay }) {
    const order = await open()
    await payments.closeSession(order)
    assert.equal(stripe.sessionOf(order.id).status, 'expired')
    await payments.closeSession(order)
    await payments.closeSession({ ...order, session_id: null })
    const paid = await pay()
    await payments.closeSession(paid)
    assert.equal(stripe.sessionOf(paid.id).status, 'complete')
  },
  async 'refunds once, however often it is asked, and again for more'({ stripe, payments, pay }) {
    const order = await pay()
    const given = () => stripe.refundedOf(stripe.sessionOf(order.id))
    await payments.refund(order, 100, 100)
    await payments.refund(order, 100, 100)
    assert.equal(given(), 100)
    await payments.refund(order, 100, 200)
    assert.equal(given(), 200)
    const { payment } = (await payments.readPayment(order)) ?? {}
    assert.partialDeepStrictEqual(payment, { refunded: 200, refunds: { given: 200, failed: 0, pending: 0 } })
  },
  async 'keeps the refunds of two orders apart'({ stripe, payments, order, lines, pay }) {
    await payments.refund(await pay(), 100, 100)
    const other = { ...order, id: 'ord_2' }
    const { id } = await payments.openSession(other, lines, new Date())
    const session = stripe.sessionOf(other.id)
    stripe.pay(session)
    await payments.refund(
      { ...other, session_id: id, payment_intent: String(session.payment_intent) },
      100,
      100,
    )
    assert.equal(stripe.refundedOf(session), 100)
  },
  async 'sees refunds that are pending and refunds that fail, whatever the charge says'({
    stripe,
    payments,
    pay,
  }) {
    const order = await pay()
    const session = stripe.sessionOf(order.id)
    const look = async () => (await payments.readPayment(order))?.payment
    const refund = stripe.refund(session, 300, { status: 'pending' })
    stripe.refund(session, 50, { status: 'requires_action' })
    assert.partialDeepStrictEqual(await look(), { refunded: 350, refunds: { given: 350, pending: 350 } })
    stripe.setRefund(refund, 'failed')
    assert.partialDeepStrictEqual(await look(), {
      refunded: 350,
      refunds: { given: 50, pending: 50, failed: 300, reason: 'expired_or_canceled_card' },
    })
    stripe.setRefund(refund, 'canceled')
    assert.partialDeepStrictEqual(await look(), { refunded: 350, refunds: { given: 50, failed: 300 } })
  },
  async 'tries failed refunds again as one, once'({ stripe, payments, pay }) {
    const order = await pay()
    const session = stripe.sessionOf(order.id)
    stripe.refund(session, 300, { status: 'failed' })
    stripe.refund(session, 50, { status: 'failed', metadata: { order_id: order.id } })
    await Promise.all([payments.refundAgain(order, 350), payments.refundAgain(order, 350)])
    await payments.refundAgain(order, 350)
    assert.equal(stripe.refundedOf(session), 350)
    const { payment } = (await payments.readPayment(order)) ?? {}
    assert.partialDeepStrictEqual(payment, { refunded: 350, refunds: { given: 350, failed: 350 } })
  },
  async 'tries a second failure again too'({ stripe, payments, pay }) {
    const order = await pay()
    const session = stripe.sessionOf(order.id)
    stripe.refund(session, 300, { status: 'failed' })
    stripe.refundsTurn = 'failed'
    await payments.refundAgain(order, 300)
    stripe.refundsTurn = 'succeeded'
    await payments.refundAgain(order, 300)
    assert.equal(stripe.refundedOf(session), 300)
    const { payment } = (await payments.readPayment(order)) ?? {}
    assert.partialDeepStrictEqual(payment, { refunded: 300, refunds: { given: 300, failed: 600 } })
  },
  async 'takes a dashboard’s refund of the same sum for another try'({ stripe, payments, pay }) {
    const order = await pay()
    const session = stripe.sessionOf(order.id)
    stripe.refund(session, 300, { status: 'failed' })
    stripe.refund(session, 300)
    const look = async () => (await payments.readPayment(order))?.payment
    assert.partialDeepStrictEqual(await look(), { refunded: 300 })
    stripe.refund(session, 300, { metadata: { order_id: order.id } })
    stripe.refund(session, 200, { status: 'failed' })
    stripe.refund(session, 200, { metadata: { order_id: order.id } })
    assert.partialDeepStrictEqual(await look(), { refunded: 1000 })
    stripe.refund(session, 70, { status: 'failed' })
    stripe.refund(session, 70, { status: 'failed', metadata: { order_id: order.id } })
    stripe.refund(session, 70)
    assert.partialDeepStrictEqual(await look(), { refunded: 1140 })
  },
  async 'refuses to refund what no card paid'({ payments, order }) {
    await assert.rejects(payments.refund(order, 100, 100), /no card payment/)
    await assert.rejects(payments.refundAgain(order, 100), /no card payment/)
  },
  async 'takes every dispute for open that isn’t closed, and an unknown one for unknown'({
    stripe,
    payments,
    pay,
  }) {
    const order = await pay()
    const session = stripe.sessionOf(order.id)
    const look = async () => (await payments.readPayment(order))?.payment
    const kinds = {
      dispute: ['needs_response', 'under_review', 'appeal_needs_response', 'appeal_under_review'],
      inquiry: ['warning_needs_response', 'warning_under_review'],
      unknown: ['arbitration_pending'],
      none: ['won', 'lost', 'prevented', 'warning_closed'],
    }
    const states = { dispute: 'open', inquiry: 'none', unknown: 'unknown', none: 'none' }
    for (const [kind, statuses] of Object.entries(kinds) as [keyof typeof kinds, string[]][])
      for (const status of statuses) {
        const { id } = stripe.dispute(session, status, { amount: 229 })
        const { dispute, attention, takenBack } = (await look()) ?? {}
        assert.equal(dispute, states[kind], status)
        const isTaken = status === 'lost' || status.startsWith('appeal_')
        assert.equal(takenBack, isTaken ? 229 : 0, status)
        assert.deepEqual(
          attention && [attention.kind, attention.id],
          kind === 'none' ? null : [kind, id],
          status,
        )
      }
  },
  async 'tells reason, amount and day of what needs a look, the most urgent first'({
    stripe,
    payments,
    pay,
  }) {
    const order = await pay()
    const session = stripe.sessionOf(order.id)
    const look = async () => (await payments.readPayment(order))?.payment.attention
    const review = stripe.review(session)
    assert.deepEqual(await look(), {
      kind: 'review',
      id: review.id,
      reason: 'rule',
      amount: order.total,
      dueBy: null,
    })
    const { id } = stripe.warn(session)
    const warning = {
      kind: 'warning',
      id,
      reason: 'unauthorized_use_of_card',
      amount: order.total,
      dueBy: null,
    }
    assert.deepEqual(await look(), warning)
    const inquiry = stripe.dispute(session, 'warning_needs_response', { amount: 229 })
    assert.partialDeepStrictEqual(await look(), { kind: 'inquiry', reason: 'fraudulent', amount: 229 })
    const due = new Date(Number(inquiry.evidence_details.due_by) * 1000).toISOString()
    assert.equal((await look())?.dueBy, due)
    stripe.dispute(session, 'strange', { isAnother: true })
    assert.partialDeepStrictEqual(await look(), { kind: 'unknown', reason: 'strange' })
    const open = stripe.dispute(session, 'needs_response', { isAnother: true })
    assert.equal((await look())?.id, open.id)
    stripe.dispute(session, 'won')
    stripe.closeReview(review)
    assert.equal((await look())?.kind, 'unknown')
  },
  async 'forgets a review that is closed, and a warning that was acted on'({ stripe, payments, pay }) {
    const order = await pay()
    const session = stripe.sessionOf(order.id)
    const look = async () => (await payments.readPayment(order))?.payment.attention
    stripe.closeReview(stripe.review(session))
    assert.equal(await look(), null)
    const warning = stripe.warn(session)
    warning.actionable = false
    assert.equal(await look(), null)
  },
  async 'books no loss in another currency, and asks for a look'({ stripe, payments, pay }) {
    const order = await pay()
    const session = stripe.sessionOf(order.id)
    Object.assign(stripe.dispute(session, 'lost', { amount: 229 }), { currency: 'usd' })
    const { payment } = (await payments.readPayment(order)) ?? {}
    assert.partialDeepStrictEqual(payment, {
      takenBack: 0,
      dispute: 'unknown',
      attention: { kind: 'unknown', reason: 'lost_in_usd', amount: order.total },
    })
  },
  async 'takes a loss that differs by exchange rates for the whole'({ stripe, payments, pay }) {
    const order = await pay()
    const session = stripe.sessionOf(order.id)
    const taken = async () => (await payments.readPayment(order))?.payment.takenBack
    stripe.dispute(session, 'lost', { amount: Math.ceil(order.total * 0.991) })
    assert.equal(await taken(), order.total)
    stripe.dispute(session, 'lost', { amount: Math.floor(order.total * 0.98) })
    assert.equal(await taken(), Math.floor(order.total * 0.98))
  },
  async 'sees the money with a key that can’t read what warns'({ stripe, payments, pay }) {
    const order = await pay()
    const session = stripe.sessionOf(order.id)
    stripe.review(session)
    stripe.denied = ['/reviews', '/radar', '/disputes']
    const seen = await payments.readPayment(order)
    assert.partialDeepStrictEqual(seen, { payment: { received: { amount: order.total }, attention: null } })
    assert.equal(seen?.denied?.status, 403)
    // What a bank has taken must be read.
    stripe.dispute(session, 'needs_response')
    await assert.rejects(payments.readPayment(order), /permissions/)
    stripe.denied = []
    assert.equal((await payments.readPayment(order))?.denied, null)
    stripe.denied = ['/radar']
    stripe.deniedBy = 400
    await assert.rejects(payments.readPayment(order), /permissions/)
  },
  async 'adds up what banks took by several disputes'({ stripe, payments, pay }) {
    const order = await pay()
    const session = stripe.sessionOf(order.id)
    stripe.dispute(session, 'lost', { amount: 100 })
    stripe.dispute(session, 'lost', { amount: 30, isAnother: true })
    assert.equal((await payments.readPayment(order))?.payment.takenBack, 130)
  },
  async 'asks only for the session while there is no money'({ stripe, payments, open }) {
    const order = await open()
    stripe.process(stripe.sessionOf(order.id))
    stripe.calls.length = 0
    await payments.readPayment(order)
    assert.deepEqual(stripe.calls, [`GET /v1/checkout/sessions/${order.session_id}`])
  },
  async 'takes a refusal for one, and a crowd, a lock or a fault for an outage'({ stripe, payments, open }) {
    const order = await open()
    const names = {
      restricted: 'PaymentRefused',
      busy: 'PaymentUnavailable',
      locked: 'PaymentUnavailable',
      broken: 'PaymentUnavailable',
    }
    for (const [mood, name] of Object.entries(names)) {
      stripe.mood = mood as StripeServer['mood']
      await assert.rejects(payments.readPayment(order), { name })
    }
  },
  async 'reads whom an event is about, wherever it says so'({ payments }) {
    const about = async (object: object) => {
      const read = await payments.readEvent(...signed({ id: 'evt_1', type: 'a.b', data: { object } }))
      return read && [read.orderId, read.paymentIntent]
    }
    const order = { metadata: { order_id: 'ord_1' } }
    const all: [object, unknown][] = [
      [{ id: 'cs_1', client_reference_id: 'ord_1', metadata: { order_id: 'ord_2' } }, ['ord_1', null]],
      [{ object: 'payment_intent', id: 'pi_1', ...order }, ['ord_1', 'pi_1']],
      [{ object: 'refund', id: 're_1', payment_intent: 'pi_1' }, [null, 'pi_1']],
      [{ object: 'review', id: 'prv_1', payment_intent: { id: 'pi_1' } }, [null, 'pi_1']],
      [{ object: 'charge', id: 'ch_1', ...order }, ['ord_1', null]],
      [{ object: 'customer', id: 'cus_1' }, null],
      [{ object: 1, id: 2, payment_intent: 3, metadata: 'x', client_reference_id: 'ord_1' }, ['ord_1', null]],
    ]
    for (const [object, expected] of all) assert.deepEqual(await about(object), expected)
    assert.equal(await payments.readEvent(...signed({ id: 'evt_1', type: 'v2.thin' })), null)
  },
  async 'refuses an event that is unsigned, signed by others or old'({ payments }) {
    const event = { id: 'evt_1', type: 'a.b', data: { object: { client_reference_id: 'ord_1' } } }
    const [text, signature] = signed(event)
    assert.ok(await payments.readEvent(...signed(event, { secret: 'whsec_old' })))
    const refused: [Buffer, string][] = [
      [text, ''],
      [Buffer.from(`${text} `), signature],
      signed(event, { secret: 'whsec_2' }),
      signed(event, { at: Date.now() - 301_000 }),
    ]
    for (const each of refused) await assert.rejects(payments.readEvent(...each), { name: 'SignatureError' })
  },
  async 'finds an order by its intent'({ payments, pay }) {
    const order = await pay()
    assert.equal(await payments.findOrderId(String(order.payment_intent)), order.id)
    assert.equal(await payments.findOrderId('pi_of_another_account'), null)
  },
}

function signed(event: object, { secret = 'whsec_1', at = Date.now() } = {}): [Buffer, string] {
  const { body, signature } = signedText(JSON.stringify(event), { secret, at })
  return [Buffer.from(body), signature]
}

/** Runs one check against its own stand-in. */
export async function runCheck(make: typeof createStripeProvider, check: Check): Promise<void> {
  const stripe = await startStripe()
  const config = { secretKey: 'sk_test_1', webhookSecrets: ['whsec_1', 'whsec_old'], apiUrl: stripe.url }
  const payments = make(config, 'https://shop.example')
  const order = anyOrder({ status: 'pending', created_at: new Date().toISOString() })
  const lines = [anyOrderLine()]
  const open = async () => ({
    ...order,
    session_id: (await payments.openSession(order, lines, new Date())).id,
  })
  const pay = async () => {
    const paid = { ...order, id: 'ord_paid' }
    const { id } = await payments.openSession(paid, lines, new Date())
    const session = stripe.sessionOf(paid.id)
    stripe.pay(session)
    return { ...paid, session_id: id, payment_intent: String(session.payment_intent) }
  }
  try {
    await check({ stripe, payments, order, lines, open, pay })
  } finally {
    await stripe.close()
  }
}
