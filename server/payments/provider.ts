import type { OrderLineRow, OrderRow } from '../db/rows/orders.ts'
import type { Payment } from '../orders/next-status.ts'

/** Every method throws PaymentUnavailable when the provider can't be reached. */
export type PaymentProvider = {
  /** Returns the same payment page for the same order. @param from when the order was opened for cards, by default its creation */
  openSession(order: OrderRow, lines: OrderLineRow[], from?: Date): Promise<{ id: string; url: string }>
  readPayment(order: OrderRow): Promise<{ payment: Payment; paymentIntent: string | null } | null>
  closeSession(order: OrderRow): Promise<void>
  /** @param amount cents @param upTo the order's refunded cents afterwards, which make a repeated call harmless */
  refund(order: OrderRow, amount: number, upTo: number): Promise<void>
  findOrderId(paymentIntent: string): Promise<string | null>
  /** @throws SignatureError when no secret of ours signed the text, or the signature is too old */
  readEvent(text: Buffer, signature: string): Promise<PaymentEvent>
}

/** Only says that something happened; the provider is asked for the state. */
export type PaymentEvent = { id: string; type: string; orderId: string | null; paymentIntent: string | null }

export class PaymentUnavailable extends Error {
  override name = 'PaymentUnavailable'
}

export class SignatureError extends Error {
  override name = 'SignatureError'
}
