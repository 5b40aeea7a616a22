import type { Stripe } from 'stripe'
import type { Config } from '../../config.ts'
import { failedRefundsOf, owedByCard } from '../orders/next-status.ts'
import { type PaymentProvider, PaymentRefused, PaymentUnavailable } from './provider.ts'
import { readStripeEvent } from './stripe-event.ts'
import { retryOf, sumRefunds } from './stripe-refunds.ts'
import { hourMs, toSession } from './stripe-session.ts'
import { readSnapshot, type StripeState } from './stripe-snapshot.ts'

const requestTimeoutMs = 10_000

/** Loads the SDK on first use. @param timeoutMs timeout of each of two tries */
export function createStripeProvider(
  { secretKey, webhookSecrets, apiUrl }: NonNullable<Config['stripe']>,
  siteUrl: string,
  timeoutMs = requestTimeoutMs,
): PaymentProvider {
  let loading: Promise<Stripe> | undefined
  const load = () => {
    loading ??= import('stripe').then(
      ({ default: StripeClient }) => new StripeClient(secretKey, clientOptions(apiUrl, timeoutMs)),
    )
    return loading
  }

  return {
    async openSession(order, lines, now) {
      // A key allows one set of parameters, and the expiry changes each hour.
      const hour = Math.floor(now.getTime() / hourMs)
      const { checkout } = await load()
      const session = await ask(() =>
        checkout.sessions.create(toSession(order, lines, siteUrl, hour * hourMs), {
          idempotencyKey: `checkout:${order.id}:${order.revision}:${hour}`,
        }),
      )
      if (!session.url) throw new PaymentUnavailable('The session has no address')
      return { id: session.id, url: session.url }
    },
    async readPayment(order) {
      const { session_id } = order
      if (!session_id) return null
      const stripe = await load()
      const expand = ['payment_intent.latest_charge']
      const session = await ask(() => stripe.checkout.sessions.retrieve(session_id, { expand }))
      const { denied, ...later } = await findLater(stripe, session)
      return { ...readSnapshot({ session, ...later, repaid: failedRefundsOf(order).repaid }), denied }
    },
    async closeSession({ session_id }) {
      if (!session_id) return
      const { sessions } = (await load()).checkout
      const session = await ask(() => sessions.retrieve(session_id))
      if (session.status === 'open') await ask(() => sessions.expire(session_id))
    },
    async refund({ id, payment_intent }, amount, request) {
      const intent = requireIntent(payment_intent)
      const { refunds } = await load()
      await ask(() =>
        refunds.create(
          { payment_intent: intent, amount, metadata: { order_id: id } },
          { idempotencyKey: `refund:${request}` },
        ),
      )
    },
    async refundAgain(order, amount) {
      const { id, payment_intent } = order
      const intent = requireIntent(payment_intent)
      const stripe = await load()
      const { data } = await ask(() => stripe.refunds.list({ payment_intent: intent, limit: 100 }))
      const { repaid } = failedRefundsOf(order)
      const retry = retryOf(data, repaid)
      const { refunded, ...refunds } = sumRefunds(data, repaid)
      // Another request may have retried them, and those repaid by transfer stay failed.
      if (!retry || owedByCard(order, { refunded, refunds }) < amount) return
      await ask(() =>
        stripe.refunds.create(
          { payment_intent: intent, amount, metadata: { order_id: id, ...retry.metadata } },
          { idempotencyKey: `refund:after:${retry.key}` },
        ),
      )
    },
    async findOrderId(paymentIntent) {
      const { paymentIntents } = await load()
      try {
        const { metadata } = await ask(() => paymentIntents.retrieve(paymentIntent))
        return metadata.order_id ?? null
      } catch (error) {
        if (error instanceof PaymentRefused && [403, 404].includes(error.status)) return null
        throw error
      }
    },
    async readEvent(text, signature) {
      return readStripeEvent(await load(), text, signature, webhookSecrets)
    },
  }
}

function clientOptions(apiUrl: string | null, timeout: number): ConstructorParameters<typeof Stripe>[1] {
  const shared = { timeout, maxNetworkRetries: 1, telemetry: false }
  if (!apiUrl) return shared
  const { hostname, port, protocol } = new URL(apiUrl)
  const scheme = protocol === 'http:' ? 'http' : 'https'
  return { ...shared, host: hostname, port: port || (scheme === 'http' ? 80 : 443), protocol: scheme }
}

function requireIntent(intent: string | null): string {
  if (!intent) throw new Error('This order has no card payment to refund.')
  return intent
}

/**
 * Asks for refunds and disputes after a payment. A refund can fail weeks later without a trace in the
 * charge's sum. A restricted key that can't read warnings still settles orders.
 */
async function findLater(
  stripe: Stripe,
  { payment_intent }: Stripe.Checkout.Session,
): Promise<Omit<StripeState, 'session' | 'repaid'> & { denied: PaymentRefused | null | undefined }> {
  const intent = typeof payment_intent === 'object' ? payment_intent : null
  const charge = intent?.latest_charge
  const nothing = { refunds: [], disputes: [], warnings: [], review: null, denied: undefined }
  if (typeof charge !== 'object' || !charge?.paid) return nothing
  let denied: PaymentRefused | null = null
  const ifAllowed = <Answer>(question: () => Promise<Answer>) =>
    ask(question).catch((error) => {
      if (!(error instanceof PaymentRefused) || error.status !== 403) throw error
      denied = error
      return null
    })
  const about = { charge: charge.id, limit: 100 }
  const listDisputes = () => stripe.disputes.list(about)
  const id = typeof intent?.review === 'string' ? intent.review : null
  const [refunds, disputes, warnings, review] = await Promise.all([
    ask(() => stripe.refunds.list(about)),
    // The charge's `disputed` doesn't cover inquiries, which withhold no money.
    charge.disputed ? ask(listDisputes) : ifAllowed(listDisputes),
    ifAllowed(() => stripe.radar.earlyFraudWarnings.list(about)),
    id === null ? null : ifAllowed(() => stripe.reviews.retrieve(id)),
  ])
  return {
    refunds: refunds.data,
    disputes: disputes?.data ?? [],
    warnings: warnings?.data ?? [],
    review,
    denied,
  }
}

/** After a failure the order waits for the next check. Rate limits (429) and conflicts (409) pass. */
async function ask<Answer>(question: () => Promise<Answer>): Promise<Answer> {
  try {
    return await question()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const { statusCode: status, code = null } = error as { statusCode?: number; code?: string | null }
    if (status && status >= 400 && status < 500 && status !== 409 && status !== 429)
      throw new PaymentRefused(`Stripe refused: ${reason}`, { status, code, cause: error })
    throw new PaymentUnavailable(`Stripe could not be asked: ${reason}`, { cause: error })
  }
}
