import type { Stripe } from 'stripe'

/** The parameters that the stand-in understands. The SDK's types hold each name to one that Stripe has. */
type Known<Params> = { [Name in keyof Params]?: true | Known<Item<NonNullable<Params[Name]>>> }
type Item<Value> = Value extends (infer Each)[] ? Each : Value

const session: Known<Stripe.Checkout.SessionCreateParams> = {
  cancel_url: true,
  client_reference_id: true,
  customer_email: true,
  expand: true,
  expires_at: true,
  line_items: {
    price_data: { currency: true, product_data: { name: true, description: true }, unit_amount: true },
    quantity: true,
  },
  metadata: true,
  mode: true,
  payment_intent_data: { description: true, metadata: true },
  success_url: true,
}

const refund: Known<Stripe.RefundCreateParams> = {
  amount: true,
  expand: true,
  metadata: true,
  payment_intent: true,
  reason: true,
}

const retrieve: Known<Stripe.Checkout.SessionRetrieveParams> = { expand: true }

const list: Known<Stripe.RefundListParams & Stripe.DisputeListParams> = {
  charge: true,
  expand: true,
  limit: true,
  payment_intent: true,
  starting_after: true,
}

export const known = { session, refund, retrieve, list } satisfies Record<string, Known<object>>

/** @returns the name of the first unknown parameter, such as `line_items[0][price]` */
export function findUnknown(
  sent: unknown,
  allowed: Record<string, unknown> | true,
  path = '',
): string | undefined {
  if (allowed === true || sent === null || typeof sent !== 'object') return undefined
  for (const [name, value] of Object.entries(sent)) {
    const at = path ? `${path}[${name}]` : name
    const isIndex = /^\d+$/.test(name)
    const inner = isIndex ? allowed : allowed[name]
    if (inner === undefined) return at
    const unknown = findUnknown(value, inner as Record<string, unknown> | true, at)
    if (unknown) return unknown
  }
  return undefined
}
