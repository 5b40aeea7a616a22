import assert from 'node:assert/strict'
import type { Check } from './contract.ts'

/** Disputes, early fraud warnings and reviews. */
export const warningChecks: Record<string, Check> = {
  async 'takes every dispute for open that isn’t closed, and an unknown one for unknown'({ stripe, pay }) {
    const { session, look } = await pay()
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
    const { order, session } = await pay()
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
    const { order, session } = await pay()
    const look = async () => (await payments.readPayment(order))?.payment.attention
    stripe.closeReview(stripe.review(session))
    assert.equal(await look(), null)
    const warning = stripe.warn(session)
    warning.actionable = false
    assert.equal(await look(), null)
  },
  async 'books no loss in another currency, and asks for a look'({ stripe, pay }) {
    const { order, session, look } = await pay()
    Object.assign(stripe.dispute(session, 'lost', { amount: 229 }), { currency: 'usd' })
    assert.partialDeepStrictEqual(await look(), {
      takenBack: 0,
      dispute: 'unknown',
      attention: { kind: 'unknown', reason: 'lost_in_usd', amount: order.total },
    })
  },
  async 'takes a loss that differs by exchange rates for the whole'({ stripe, payments, pay }) {
    const { order, session } = await pay()
    const taken = async () => (await payments.readPayment(order))?.payment.takenBack
    stripe.dispute(session, 'lost', { amount: Math.ceil(order.total * 0.991) })
    assert.equal(await taken(), order.total)
    stripe.dispute(session, 'lost', { amount: Math.floor(order.total * 0.98) })
    assert.equal(await taken(), Math.floor(order.total * 0.98))
  },
  async 'sees the money with a key that can’t read what warns'({ stripe, payments, pay }) {
    const { order, session } = await pay()
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
    const { order, session } = await pay()
    stripe.dispute(session, 'lost', { amount: 100 })
    stripe.dispute(session, 'lost', { amount: 30, isAnother: true })
    assert.equal((await payments.readPayment(order))?.payment.takenBack, 130)
  },
}
