import type { OrderLineRow, OrderRow } from '../../../runtime/db/rows/orders.ts'
import type { PaymentProvider, SeenPayment } from '../../../shop/payments/provider.ts'
import type { createStripeProvider } from '../../../shop/payments/stripe.ts'
import { anyOrder, anyOrderLine } from '../any-order.ts'
import { type StripeServer, startStripe } from '../stripe-server.ts'
import { eventChecks } from './event-checks.ts'
import { moneyChecks } from './money-checks.ts'
import { warningChecks } from './warning-checks.ts'

type Session = ReturnType<StripeServer['sessionOf']>

type Bench = {
  stripe: StripeServer
  payments: PaymentProvider
  order: OrderRow
  lines: OrderLineRow[]
  /** Opens the order's session; the order then knows it. */
  open(): Promise<OrderRow>
  /** Pays another order's session by card; the order then knows its intent. */
  pay(): Promise<{ order: OrderRow; session: Session; look(): Promise<SeenPayment['payment'] | undefined> }>
}

export type Check = (bench: Bench) => Promise<void>

/** What the site needs of the provider, so that a fault in any one line of it fails one of these. */
export const stripeContract: Record<string, Check> = { ...moneyChecks, ...warningChecks, ...eventChecks }

/** Runs one check against its own stand-in. */
export async function runCheck(make: typeof createStripeProvider, check: Check): Promise<void> {
  const stripe = await startStripe()
  const config = { secretKey: 'sk_test_1', webhookSecrets: ['whsec_1', 'whsec_old'], apiUrl: stripe.url }
  const payments = make(config, 'https://shop.example')
  const order = anyOrder({ status: 'pending', created_at: new Date().toISOString() })
  const lines = [anyOrderLine()]
  const open = async () => ({
    ...order,
    session_id: (await payments.openSession(order, lines, new Date())).id,
  })
  const pay = async () => {
    const unpaid = { ...order, id: 'ord_paid' }
    const { id } = await payments.openSession(unpaid, lines, new Date())
    const session = stripe.sessionOf(unpaid.id)
    stripe.pay(session)
    const paid = { ...unpaid, session_id: id, payment_intent: String(session.payment_intent) }
    return { order: paid, session, look: async () => (await payments.readPayment(paid))?.payment }
  }
  try {
    await check({ stripe, payments, order, lines, open, pay })
  } finally {
    await stripe.close()
  }
}
