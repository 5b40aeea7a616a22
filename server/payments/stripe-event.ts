import type { Stripe } from 'stripe'
import { type PaymentEvent, SignatureError } from './provider.ts'

/** Seconds that a signature stays valid. */
const tolerance = 300

/** @param secrets several are tried, so that they can be rotated */
export function readStripeEvent(
  stripe: Stripe,
  text: Buffer,
  signature: string,
  secrets: string[],
): PaymentEvent {
  for (const secret of secrets) {
    try {
      return toPaymentEvent(stripe.webhooks.constructEvent(text, signature, secret, tolerance))
    } catch {
      // Another secret may have signed the text.
    }
  }
  throw new SignatureError('The signature is not ours, or too old')
}

function toPaymentEvent({ id, type, data }: Stripe.Event): PaymentEvent {
  const object = data.object as {
    object?: string
    id?: string
    metadata?: Record<string, string> | null
    client_reference_id?: string | null
    payment_intent?: string | { id: string } | null
  }
  const { payment_intent: intent } = object
  return {
    id,
    type,
    orderId: object.client_reference_id ?? object.metadata?.order_id ?? null,
    paymentIntent:
      object.object === 'payment_intent'
        ? (object.id ?? null)
        : ((typeof intent === 'string' ? intent : intent?.id) ?? null),
  }
}
