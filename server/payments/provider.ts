import type { OrderLineRow, OrderRow } from '../db/schema.ts'
import type { Payment } from '../orders/next-status.ts'

/** Who takes cards for us. Every method throws PaymentUnavailable when it can't be reached. */
export type PaymentProvider = {
  /**
   * Where the customer pays; asked again for the same order, the same place.
   * @param from when an order that was to be paid otherwise is opened for cards; its creation by default
   */
  openSession(order: OrderRow, lines: OrderLineRow[], from?: Date): Promise<{ id: string; url: string }>
  /** How the payment of an order's session stands right now. */
  readPayment(order: OrderRow): Promise<{ payment: Payment; paymentIntent: string | null } | null>
  /** After this nobody can pay the order any more. */
  closeSession(order: OrderRow): Promise<void>
  /** @param amount cents; @param upTo the order's cumulative refund with it: the same refund asked twice is one */
  refund(order: OrderRow, amount: number, upTo: number): Promise<void>
  /** The order that a payment is for, where only the payment is known. */
  findOrderId(paymentIntent: string): Promise<string | null>
  /** @throws SignatureError when none of our secrets signed the text, or too long ago */
  readEvent(text: Buffer, signature: string): Promise<PaymentEvent>
}

/** What a webhook says: that something happened to an order. What, is asked of the provider. */
export type PaymentEvent = { id: string; type: string; orderId: string | null; paymentIntent: string | null }

export class PaymentUnavailable extends Error {
  override name = 'PaymentUnavailable'
}

export class SignatureError extends Error {
  override name = 'SignatureError'
}
