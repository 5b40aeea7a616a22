import type { Stripe } from 'stripe'
import type { Attention } from '#shared/orders/attention.ts'
import type { Payment } from '../orders/next-status.ts'
import { sumRefunds } from './stripe-refunds.ts'

/** Current state of one session in one account. */
export type StripeState = {
  /** Has `payment_intent.latest_charge` expanded. */
  session: Stripe.Checkout.Session
  refunds: Stripe.Refund[]
  /** Ids of failed refunds that were sent by transfer. */
  repaid: readonly string[]
  disputes: Stripe.Dispute[]
  warnings: Stripe.Radar.EarlyFraudWarning[]
  review: Stripe.Review | null
}

export function readSnapshot({ session, refunds, repaid, disputes, warnings, review }: StripeState): {
  payment: Payment
  paymentIntent: string | null
} {
  const intent = typeof session.payment_intent === 'object' ? session.payment_intent : null
  const received =
    session.payment_status === 'paid' || session.payment_status === 'no_payment_required'
      ? { amount: session.amount_total ?? 0, currency: (session.currency ?? '').toUpperCase() }
      : null
  const { refunded, ...sums } = sumRefunds(refunds, repaid)
  return {
    paymentIntent: intent?.id ?? (typeof session.payment_intent === 'string' ? session.payment_intent : null),
    payment: {
      received,
      orderId: session.client_reference_id ?? '',
      expired: session.status === 'expired',
      state: received ? null : stateOf(session, intent),
      refunded,
      refunds: sums,
      takenBack: disputes
        .filter((dispute) => isTaken(dispute) && !isForeign(dispute, session))
        .reduce((sum, dispute) => sum + takenOf(dispute, session), 0),
      dispute: disputeOf(disputes, session),
      attention: attentionOf({ disputes, warnings, review, intent, session }),
    },
  }
}

/** A complete session without money is waiting for a bank, unless the intent needs another payment method. */
function stateOf({ status }: Stripe.Checkout.Session, intent: Stripe.PaymentIntent | null): Payment['state'] {
  if (status !== 'complete' || !intent) return null
  return ['requires_payment_method', 'canceled'].includes(intent.status) ? 'failed' : 'processing'
}

const closed: Stripe.Dispute.Status[] = ['lost', 'prevented', 'warning_closed', 'won']
/** Statuses of inquiries, which withhold no money and so change nothing. */
const inquiries: Stripe.Dispute.Status[] = ['warning_needs_response', 'warning_under_review']
const open: Stripe.Dispute.Status[] = [
  'appeal_needs_response',
  'appeal_under_review',
  'needs_response',
  'under_review',
]

type Session = Stripe.Checkout.Session

function isAnswered({ status }: Stripe.Dispute): boolean {
  return status.endsWith('under_review')
}

/** An appeal follows a loss, so the bank keeps the money until it ends. */
function isTaken({ status }: Stripe.Dispute): boolean {
  return status === 'lost' || status.startsWith('appeal_')
}

/** A bank may use the card's own currency, whose sum doesn't compare with the order's. */
function isForeign({ currency }: Stripe.Dispute, session: Session): boolean {
  return currency !== session.currency
}

/** A disputed payment may differ slightly from its charge, because exchange rates move. */
const nearlyWhole = 0.99

function takenOf({ amount }: Stripe.Dispute, { amount_total: total }: Session): number {
  return total !== null && amount >= total * nearlyWhole ? total : amount
}

function disputeOf(disputes: Stripe.Dispute[], session: Session): Payment['dispute'] {
  const kinds = disputes.map((dispute) => kindOf(dispute, session))
  if (kinds.includes('dispute')) return 'open'
  return kinds.includes('unknown') ? 'unknown' : 'none'
}

function kindOf(dispute: Stripe.Dispute, session: Session): Attention['kind'] | null {
  const { status } = dispute
  if (inquiries.includes(status)) return 'inquiry'
  if (open.includes(status)) return 'dispute'
  if (isTaken(dispute) && isForeign(dispute, session)) return 'unknown'
  return closed.includes(status) ? null : 'unknown'
}

type Warned = Omit<StripeState, 'refunds' | 'repaid'> & { intent: Stripe.PaymentIntent | null }

/** The most urgent one. */
function attentionOf({ disputes, warnings, review, intent, session }: Warned): Attention | null {
  const all = disputes
    .flatMap((dispute) => toAttention(dispute, session) ?? [])
    .toSorted(
      (a, b) =>
        Number(a.isAnswered ?? false) - Number(b.isAnswered ?? false) || lastMoment(a) - lastMoment(b),
    )
  const found = urgency.flatMap((kind) => all.find((each) => each.kind === kind) ?? [])
  return found[0] ?? ofWarning(warnings, intent) ?? ofReview(review, intent)
}

/** Sorts those without a deadline last. */
function lastMoment({ dueBy }: Attention): number {
  return dueBy === null ? Number.MAX_VALUE : Date.parse(dueBy)
}

const urgency: Attention['kind'][] = ['dispute', 'unknown', 'inquiry']

function toAttention(dispute: Stripe.Dispute, session: Session): Attention | null {
  const kind = kindOf(dispute, session)
  const { id, status, reason, amount, currency, evidence_details: evidence } = dispute
  const isInOther = isForeign(dispute, session)
  const said = isInOther ? `${status}_in_${currency}` : status
  return (
    kind && {
      kind,
      id,
      reason: kind === 'unknown' ? said : reason,
      amount: isInOther ? (session.amount_total ?? 0) : amount,
      dueBy: evidence.due_by === null ? null : new Date(evidence.due_by * 1000).toISOString(),
      ...(isAnswered(dispute) && kind !== 'unknown' && { isAnswered: true }),
    }
  )
}

/** Refunding the charge ends a warning, which then needs no answer. */
function ofWarning(
  warnings: Stripe.Radar.EarlyFraudWarning[],
  intent: Stripe.PaymentIntent | null,
): Attention | null {
  const warning = warnings.find(({ actionable }) => actionable)
  if (!warning) return null
  const { id, fraud_type: reason } = warning
  return { kind: 'warning', id, reason, amount: intent?.amount ?? 0, dueBy: null }
}

function ofReview(review: Stripe.Review | null, intent: Stripe.PaymentIntent | null): Attention | null {
  if (!review?.open) return null
  return { kind: 'review', id: review.id, reason: review.reason, amount: intent?.amount ?? 0, dueBy: null }
}
