import type { Stripe } from 'stripe'
import { newCharge, newDispute, newIntent, newRefund, newReview, newWarning } from './objects.ts'

type Session = Stripe.Checkout.Session

/** Data of one account. Objects refer to each other by id, as at Stripe. */
export type StripeStore = {
  sessions: Map<string, Session>
  intents: Map<string, Stripe.PaymentIntent>
  charges: Map<string, Stripe.Charge>
  reviews: Map<string, Stripe.Review>
  /** Oldest first, as are the following. */
  refunds: Stripe.Refund[]
  disputes: Stripe.Dispute[]
  warnings: Stripe.Radar.EarlyFraudWarning[]
  /** What a session passes on to its intent, which doesn’t get the session’s own metadata. */
  passedOn: Map<string, Pick<Stripe.PaymentIntent, 'description' | 'metadata'>>
}

export function createStore(): StripeStore {
  return {
    sessions: new Map(),
    intents: new Map(),
    charges: new Map(),
    reviews: new Map(),
    refunds: [],
    disputes: [],
    warnings: [],
    passedOn: new Map(),
  }
}

export type StripeMoves = ReturnType<typeof createMoves>

/** What customers, their banks and Stripe do to a session. @param now in seconds */
export function createMoves(store: StripeStore, now: () => number) {
  const intentOf = (session: Session) => {
    const known = store.intents.get(String(session.payment_intent))
    if (known) return known
    const passed = store.passedOn.get(session.id) ?? { description: null, metadata: {} }
    const intent = newIntent(session, { created: now(), ...passed })
    store.intents.set(intent.id, intent)
    session.payment_intent = intent.id
    return intent
  }

  const charge = (
    intent: Stripe.PaymentIntent,
    status: Stripe.Charge.Status,
    by: 'card' | 'au_becs_debit',
  ) => {
    const made = newCharge(intent, { status, by })
    store.charges.set(made.id, made)
    intent.latest_charge = made.id
    return made
  }

  const chargeOf = ({ payment_intent }: Session): Stripe.Charge => {
    const intent = store.intents.get(String(payment_intent))
    const found = store.charges.get(String(intent?.latest_charge))
    if (!found) throw new Error('not paid yet')
    return found
  }

  /** Oldest first, without those that failed. */
  const standingRefunds = (session: Session) => {
    const { id } = chargeOf(session)
    return store.refunds.filter(
      ({ charge, status }) => charge === id && status !== 'failed' && status !== 'canceled',
    )
  }

  const fail = (
    intent: Stripe.PaymentIntent,
    by: 'card' | 'au_becs_debit',
    code: 'card_declined' | 'debit_not_authorized',
  ) => {
    const message = by === 'card' ? 'Your card was declined.' : 'The debit was returned by the bank.'
    Object.assign(charge(intent, 'failed', by), { failure_code: code, failure_message: message })
    intent.status = 'requires_payment_method'
    intent.last_payment_error = {
      type: by === 'card' ? 'card_error' : 'invalid_request_error',
      code,
      message,
    }
  }

  return {
    chargeOf,
    pay(session: Session, change: { amount_total?: number; currency?: string } = {}): void {
      Object.assign(session, { status: 'complete', payment_status: 'paid', url: null, ...change })
      const intent = intentOf(session)
      const { amount_total, currency } = session
      Object.assign(intent, {
        amount: amount_total,
        amount_received: amount_total,
        currency,
        last_payment_error: null,
        status: 'succeeded',
      })
      const { latest_charge } = intent
      const known = store.charges.get(String(latest_charge))
      if (known?.status === 'pending')
        Object.assign(known, {
          status: 'succeeded',
          paid: true,
          captured: true,
          amount_captured: known.amount,
        })
      else if (known?.status !== 'succeeded') charge(intent, 'succeeded', 'card')
    },
    /** The session stays open for another try. */
    decline(session: Session): void {
      fail(intentOf(session), 'card', 'card_declined')
    },
    /** A debit takes the bank days. */
    process(session: Session): void {
      Object.assign(session, { status: 'complete', payment_status: 'unpaid', url: null })
      const intent = intentOf(session)
      intent.status = 'processing'
      charge(intent, 'pending', 'au_becs_debit')
    },
    /** The bank refuses a debit that was processing. */
    failLater(
      session: Session,
      status: 'requires_payment_method' | 'canceled' = 'requires_payment_method',
    ): void {
      Object.assign(session, { status: 'complete', payment_status: 'unpaid', url: null })
      const intent = intentOf(session)
      fail(intent, 'au_becs_debit', 'debit_not_authorized')
      intent.status = status
    },
    expire(session: Session): void {
      Object.assign(session, { status: 'expired', url: null })
    },
    refund(
      session: Session,
      amount: number,
      { status = 'succeeded', metadata = {} }: { status?: RefundStatus; metadata?: Stripe.Metadata } = {},
    ): Stripe.Refund {
      const paid = chargeOf(session)
      const refund = newRefund(paid, { amount, created: now(), metadata, status: 'pending' })
      store.refunds.push(refund)
      // Stripe's documents don't say that a failed refund lowers this sum, so here it never falls.
      paid.amount_refunded = Math.min(paid.amount, paid.amount_refunded + amount)
      paid.refunded = paid.amount_refunded === paid.amount
      setRefund(refund, status)
      return refund
    },
    /** Ends a refund that was pending, or lets it fail weeks after it succeeded. */
    setRefund,
    /** In cents, without refunds that failed. */
    refundedOf(session: Session): number {
      return standingRefunds(session).reduce((sum, { amount }) => sum + amount, 0)
    },
    standingRefunds,
    /** Opens a dispute or moves the latest one on. @param more `isAnother` opens a second one */
    dispute(
      session: Session,
      status: Stripe.Dispute.Status,
      {
        amount,
        reason = 'fraudulent',
        isAnother = false,
      }: { amount?: number; reason?: string; isAnother?: boolean } = {},
    ): Stripe.Dispute {
      const paid = chargeOf(session)
      const known = store.disputes.findLast(({ charge }) => charge === paid.id)
      if (known && !isAnother) return Object.assign(known, { status, ...(amount && { amount }) })
      const asked = { amount: amount ?? paid.amount, created: now(), reason, status }
      const dispute = newDispute(paid, { ...asked, dueBy: now() + 7 * 24 * 60 * 60 })
      store.disputes.push(dispute)
      // Stripe's documents don't say that an inquiry sets this mark.
      paid.disputed = !status.startsWith('warning_')
      return dispute
    },
    warn(session: Session): Stripe.Radar.EarlyFraudWarning {
      const warning = newWarning(chargeOf(session), now())
      store.warnings.push(warning)
      return warning
    },
    review(session: Session): Stripe.Review {
      const paid = chargeOf(session)
      const review = newReview(paid, now())
      store.reviews.set(review.id, review)
      paid.review = review.id
      intentOf(session).review = review.id
      return review
    },
    closeReview(review: Stripe.Review, reason: Stripe.Review.ClosedReason = 'approved'): void {
      Object.assign(review, { open: false, closed_reason: reason, reason })
    },
  }
}

export type RefundStatus = 'pending' | 'requires_action' | 'succeeded' | 'failed' | 'canceled'

function setRefund(refund: Stripe.Refund, status: RefundStatus): void {
  refund.status = status
  if (status === 'failed') refund.failure_reason = 'expired_or_canceled_card'
  if (status === 'pending') refund.pending_reason = 'processing'
}
