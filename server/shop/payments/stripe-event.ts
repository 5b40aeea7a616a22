import type { Stripe } from 'stripe'
import { z } from 'zod'
import { text } from '#shared/text/text-fields.ts'
import { type PaymentEvent, SignatureError } from './provider.ts'

/** Seconds for which a signature stays valid. */
const tolerance = 300

/**
 * @param secrets all are tried, so that they can be rotated
 * @returns null if the event names no order or payment
 */
export function readStripeEvent(
  stripe: Stripe,
  body: Buffer,
  signature: string,
  secrets: string[],
): PaymentEvent | null {
  if (!secrets.some((secret) => isSigned(stripe, body, signature, secret)))
    throw new SignatureError('The signature is not ours, or too old')
  const read = eventSchema.safeParse(parseJson(body))
  return read.success ? toPaymentEvent(read.data) : null
}

function isSigned({ webhooks }: Stripe, body: Buffer, signature: string, secret: string): boolean {
  try {
    return webhooks.signature?.verifyHeader(body, signature, secret, tolerance) ?? false
  } catch {
    return false
  }
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return null
  }
}

/** Values of another type count as absent. Thin events have no `data.object`. */
const name = text(255, 'A name is text.').min(1)
const id = name.nullable().catch(null)

const eventSchema = z.object({
  id: name,
  type: name,
  data: z.object({
    object: z.object({
      object: name.optional().catch(undefined),
      id,
      client_reference_id: id,
      metadata: z.object({ order_id: id }).nullable().catch(null),
      payment_intent: z
        .union([name, z.object({ id })])
        .nullable()
        .catch(null),
    }),
  }),
})

function toPaymentEvent({ id, type, data: { object } }: z.infer<typeof eventSchema>): PaymentEvent | null {
  const { payment_intent: intent } = object
  const orderId = object.client_reference_id ?? object.metadata?.order_id ?? null
  const named = typeof intent === 'string' ? intent : (intent?.id ?? null)
  const paymentIntent = object.object === 'payment_intent' ? object.id : named
  return orderId === null && paymentIntent === null ? null : { id, type, orderId, paymentIntent }
}
