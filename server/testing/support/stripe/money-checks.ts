import assert from 'node:assert/strict'
import type { StripeServer } from '../stripe-server.ts'
import type { Check } from './contract.ts'

/** Payment pages, payments, refunds, and what is asked of Stripe for them. */
export const moneyChecks: Record<string, Check> = {
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
    const { order: paid } = await pay()
    await payments.closeSession(paid)
    assert.equal(stripe.sessionOf(paid.id).status, 'complete')
  },
  async 'refunds once, however often it is asked, and again for more'({ stripe, payments, pay }) {
    const { order } = await pay()
    const given = () => stripe.refundedOf(stripe.sessionOf(order.id))
    await payments.refund(order, 100, 'ref_1')
    await payments.refund(order, 100, 'ref_1')
    assert.equal(given(), 100)
    await payments.refund(order, 100, 'ref_2')
    assert.equal(given(), 200)
    const { payment } = (await payments.readPayment(order)) ?? {}
    assert.partialDeepStrictEqual(payment, { refunded: 200, refunds: { given: 200, failed: 0, pending: 0 } })
  },
  async 'keeps the refunds of two orders apart'({ stripe, payments, order, lines, pay }) {
    await payments.refund((await pay()).order, 100, 'ref_1')
    const other = { ...order, id: 'ord_2' }
    const { id } = await payments.openSession(other, lines, new Date())
    const session = stripe.sessionOf(other.id)
    stripe.pay(session)
    await payments.refund(
      { ...other, session_id: id, payment_intent: String(session.payment_intent) },
      100,
      'ref_2',
    )
    assert.equal(stripe.refundedOf(session), 100)
  },
  async 'sees refunds that are pending and refunds that fail, whatever the charge says'({ stripe, pay }) {
    const { session, look } = await pay()
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
    const { order, session, look } = await pay()
    stripe.refund(session, 300, { status: 'failed' })
    stripe.refund(session, 50, { status: 'failed', metadata: { order_id: order.id } })
    await Promise.all([payments.refundAgain(order, 350), payments.refundAgain(order, 350)])
    await payments.refundAgain(order, 350)
    assert.equal(stripe.refundedOf(session), 350)
    assert.partialDeepStrictEqual(await look(), { refunded: 350, refunds: { given: 350, failed: 350 } })
  },
  async 'tries a second failure again too'({ stripe, payments, pay }) {
    const { order, session, look } = await pay()
    stripe.refund(session, 300, { status: 'failed' })
    stripe.refundsTurn = 'failed'
    await payments.refundAgain(order, 300)
    stripe.refundsTurn = 'succeeded'
    await payments.refundAgain(order, 300)
    assert.equal(stripe.refundedOf(session), 300)
    assert.partialDeepStrictEqual(await look(), { refunded: 300, refunds: { given: 300, failed: 600 } })
  },
  async 'leaves what another try of less than all failures doesn’t give'({ stripe, payments, pay }) {
    const { order: paid, session, look } = await pay()
    stripe.refund(session, 300, { status: 'failed' })
    stripe.refund(session, 50, { status: 'failed' })
    // The larger one went back by transfer.
    const order = { ...paid, refunded: 350, refund_repaid: 300 }
    await payments.refundAgain(order, 50)
    await payments.refundAgain(order, 50)
    assert.partialDeepStrictEqual(await look(), { refunded: 350, refunds: { given: 50, failed: 350 } })
    const owing = { ...paid, refunded: 350 }
    await payments.refundAgain(owing, 100)
    await payments.refundAgain(owing, 200)
    await payments.refundAgain(owing, 200)
    assert.partialDeepStrictEqual(await look(), { refunded: 350, refunds: { given: 350, failed: 350 } })
  },
  async 'counts a dashboard’s refund beside one that a transfer repaid'({ stripe, payments, pay }) {
    const { order, session } = await pay()
    const { id } = stripe.refund(session, 300, { status: 'failed' })
    stripe.refund(session, 300)
    const failed_refunds = JSON.stringify({ open: [id], repaid: [id] })
    const { payment } = (await payments.readPayment({ ...order, failed_refunds })) ?? {}
    assert.partialDeepStrictEqual(payment, {
      refunded: 600,
      refunds: { given: 300, failed: 300, open: [id] },
    })
  },
  async 'doesn’t try those again that a transfer repaid'({ stripe, payments, pay }) {
    const { order: paid, session } = await pay()
    stripe.refund(session, 200, { status: 'failed' })
    const { id } = stripe.refund(session, 300, { status: 'failed' })
    const failed_refunds = JSON.stringify({ open: [], repaid: [id] })
    const order = { ...paid, refunded: 500, refund_repaid: 300, failed_refunds }
    await payments.refundAgain(order, 200)
    const { payment } = (await payments.readPayment(order)) ?? {}
    assert.partialDeepStrictEqual(payment, {
      refunded: 500,
      refunds: { given: 200, failed: 500, open: [id] },
    })
  },
  async 'takes a dashboard’s refund of the same sum for another try'({ stripe, pay }) {
    const { order, session, look } = await pay()
    stripe.refund(session, 300, { status: 'failed' })
    stripe.refund(session, 300)
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
    await assert.rejects(payments.refund(order, 100, 'ref_1'), /no card payment/)
    await assert.rejects(payments.refundAgain(order, 100), /no card payment/)
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
}
