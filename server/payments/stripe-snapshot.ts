import type { Stripe } from 'stripe'
import type { Payment } from '../orders/next-status.ts'

/** @param session with `payment_intent.latest_charge` expanded */
export function readSnapshot(
  session: Stripe.Checkout.Session,
  disputes: Stripe.Dispute[],
): { payment: Payment; paymentIntent: string | null } {
  const intent = typeof session.payment_intent === 'object' ? session.payment_intent : null
  const charge = typeof intent?.latest_charge === 'object' ? intent.latest_charge : null
  const received =
    session.payment_status === 'paid' || session.payment_status === 'no_payment_required'
      ? { amount: session.amount_total ?? 0, currency: (session.currency ?? '').toUpperCase() }
      : null
  return {
    paymentIntent: intent?.id ?? (typeof session.payment_intent === 'string' ? session.payment_intent : null),
    payment: {
      received,
      orderId: session.client_reference_id ?? '',
      expired: session.status === 'expired',
      refunded: charge?.amount_refunded ?? 0,
      dispute: disputeOf(disputes),
    },
  }
}

/** Inquiries ("warning_…") withhold no money, so they change nothing. */
function disputeOf(disputes: Stripe.Dispute[]): Payment['dispute'] {
  if (disputes.some(({ status }) => status === 'lost')) return 'lost'
  const open: Stripe.Dispute.Status[] = ['needs_response', 'under_review']
  return disputes.some(({ status }) => open.includes(status)) ? 'open' : 'none'
}
