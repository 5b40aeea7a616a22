import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CheckoutBody } from '#shared/orders/checkout.ts'
import type { Order, PlacedOrder } from '#shared/orders/orders.ts'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { passingToken } from '../support/recaptcha-server.ts'
import { type StripeServer, signedEvent } from '../support/stripe-server.ts'
import type { Send } from './send-until-answered.ts'

const items = [
  { sku: 'solo', qty: 1 },
  { sku: 'studio', qty: 2 },
]
const total = 8900 + 2 * 22_900

export const perOrder = { licences: 3 }

export type Acknowledged = { orders: number; messages: number; activations: number }

/** All visitors buy; some also write, and some activate machines. */
export function createVisitors(send: Send, stripe: StripeServer, webhookSecret: string) {
  const acknowledged: Acknowledged = { orders: 0, messages: 0, activations: 0 }
  return { acknowledged, visit }

  async function visit(number: number): Promise<void> {
    const order = await buy()
    acknowledged.orders += 1
    if (number % 5 === 0) await activate(order)
    if (number % 10 === 0) await write()
  }

  /** Repeats one key until answered, as a browser does. Every third buyer's webhook gets lost. */
  async function buy(): Promise<Order> {
    const headers = { 'idempotency-key': randomUUID() }
    const { order, accessToken } = await send<PlacedOrder>({
      path: apiRoutes.checkout,
      body: checkoutBody,
      headers,
    })
    stripe.pay(stripe.sessionOf(order.id))
    if (randomInt(3) > 0) await sendPaymentEvents(order.id)
    return untilPaid(order.id, accessToken)
  }

  /** Stripe sends some events twice. */
  async function sendPaymentEvents(orderId: string): Promise<void> {
    const object = stripe.sessionOf(orderId)
    const { body, signature } = signedEvent('checkout.session.completed', object, { secret: webhookSecret })
    const event = {
      path: apiRoutes.stripeWebhook,
      body: () => body,
      headers: { 'stripe-signature': signature },
    }
    for (let times = randomInt(1, 3); times > 0; times--) await send(event)
  }

  async function untilPaid(id: string, token: string): Promise<Order> {
    for (;;) {
      const headers = { authorization: `Bearer ${token}` }
      const order = await send<Order>({ path: apiRoutes.order(id), headers })
      if (order.status === 'paid') return order
      await sleep(200)
    }
  }

  /** Five machines compete for three seats. */
  async function activate({ lines }: Order): Promise<void> {
    const licenceKey = lines.find(({ sku }) => sku === 'studio')?.licences[0]?.key
    const turnOn = async () => {
      const machine = { id: randomUUID() }
      const body = () => ({ licenceKey, machine })
      const { activation } = await send<{ activation?: object }>({
        path: apiRoutes.activation,
        body,
        accepted: [409],
      })
      if (activation) acknowledged.activations += 1
    }
    await Promise.all(Array.from({ length: 5 }, turnOn))
  }

  async function write(): Promise<void> {
    const message = `Message ${randomUUID()}, long enough to be one.`
    const author = { name: 'Ada', email: 'ada@example.com', topic: 'support' }
    const body = () => ({ ...author, message, verification: passingToken() })
    await send({ path: apiRoutes.contact, body })
    acknowledged.messages += 1
  }
}

function checkoutBody(): CheckoutBody {
  return {
    items,
    expectedTotal: total,
    paymentMethod: 'card',
    customer: { name: 'Ada Byron', email: 'ada@example.com', country: 'AU' },
    acceptTerms: true,
    waivesWithdrawal: true,
    verification: passingToken(),
  }
}
