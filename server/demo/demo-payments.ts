import type { Payment } from '../orders/next-status.ts'
import type { PaymentProvider } from '../payments/provider.ts'

export type DemoPayments = PaymentProvider & {
  pay(order: { id: string; total: number; currency: string }): void
  expire(orderId: string): void
  dispute(orderId: string, dispute: Payment['dispute']): void
}

/** Reports payments without taking money. */
export function createDemoPayments(): DemoPayments {
  const payments = new Map<string, Payment>()
  function change(orderId: string, known: Partial<Payment>): void {
    const unpaid: Payment = { received: null, orderId, expired: false, refunded: 0, dispute: 'none' }
    payments.set(orderId, { ...unpaid, ...payments.get(orderId), ...known })
  }
  return {
    pay: ({ id, total, currency }) => change(id, { received: { amount: total, currency } }),
    expire: (orderId) => change(orderId, { expired: true }),
    dispute: (orderId, dispute) => change(orderId, { dispute }),
    async openSession({ id }) {
      change(id, {})
      return { id: `cs_demonstration_${id}`, url: `https://payments.example/${id}` }
    },
    async readPayment({ id }) {
      const payment = payments.get(id)
      if (!payment) return null
      return { payment, paymentIntent: payment.received ? `pi_demonstration_${id}` : null }
    },
    async closeSession({ id }) {
      change(id, { expired: true })
    },
    async refund({ id }, _amount, upTo) {
      change(id, { refunded: upTo })
    },
    findOrderId: async () => null,
    readEvent: () => Promise.reject(new Error('The demonstration has no webhooks.')),
  }
}
