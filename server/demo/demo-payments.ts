import type { Attention } from '#shared/orders/attention.ts'
import type { Payment } from '../shop/orders/next-status.ts'
import type { PaymentProvider } from '../shop/payments/provider.ts'

export type DemoPayments = PaymentProvider & {
  pay(order: { id: string; total: number; currency: string }): void
  expire(orderId: string): void
  /** @param dueBy deadline for an answer */
  dispute(orderId: string, status: 'open' | 'answered' | 'won' | 'lost', dueBy?: string): void
}

/** Reports payments without taking money. */
export function createDemoPayments(): DemoPayments {
  const payments = new Map<string, Payment>()
  function change(orderId: string, known: Partial<Payment>): void {
    payments.set(orderId, { ...unpaid, orderId, ...payments.get(orderId), ...known })
  }
  return {
    pay: ({ id, total, currency }) => change(id, { received: { amount: total, currency } }),
    expire: (orderId) => change(orderId, { expired: true }),
    dispute(orderId, status, dueBy) {
      const amount = payments.get(orderId)?.received?.amount ?? 0
      const id = `dp_demonstration_${orderId}`
      const isOpen = status === 'open' || status === 'answered'
      const attention: Attention = {
        kind: 'dispute',
        id,
        reason: 'fraudulent',
        amount,
        dueBy: dueBy ?? null,
        ...(status === 'answered' && { isAnswered: true }),
      }
      change(orderId, {
        dispute: isOpen ? 'open' : 'none',
        attention: isOpen ? attention : null,
        takenBack: status === 'lost' ? amount : 0,
      })
    },
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
    async refund({ id }, amount) {
      change(id, { refunded: (payments.get(id)?.refunded ?? 0) + amount })
    },
    refundAgain: async () => {},
    findOrderId: async () => null,
    readEvent: () => Promise.reject(new Error('The demonstration has no webhooks.')),
  }
}

const unpaid: Omit<Payment, 'orderId'> = {
  received: null,
  expired: false,
  state: null,
  refunded: 0,
  refunds: null,
  takenBack: 0,
  dispute: 'none',
  attention: null,
}
