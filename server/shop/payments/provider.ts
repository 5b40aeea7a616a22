import type { OrderLineRow, OrderRow } from '../../runtime/db/rows/orders.ts'
import type { Payment } from '../orders/next-status.ts'

/** Every method throws PaymentUnavailable when the provider can't be reached, or PaymentRefused when it refuses. */
export type PaymentProvider = {
  /** Returns the same payment page for the same revision of the order, within an hour. */
  openSession(order: OrderRow, lines: OrderLineRow[], now: Date): Promise<{ id: string; url: string }>
  readPayment(order: OrderRow): Promise<SeenPayment | null>
  closeSession(order: OrderRow): Promise<void>
  /** @param amount cents @param request id of the stored request, which makes a repeated call harmless */
  refund(order: OrderRow, amount: number, request: string): Promise<void>
  /** Retries all failed refunds as one. A repeated call is harmless. @param amount cents */
  refundAgain(order: OrderRow, amount: number): Promise<void>
  /** @returns null also for a payment of another account */
  findOrderId(paymentIntent: string): Promise<string | null>
  /**
   * @returns null for an event without order or payment
   * @throws SignatureError if none of our secrets signed the text, or the signature is too old
   */
  readEvent(text: Buffer, signature: string): Promise<PaymentEvent | null>
}

export type SeenPayment = {
  payment: Payment
  paymentIntent: string | null
  /** Refusal of a question whose answer only warns. Null if it was answered, undefined if it wasn't asked. */
  denied?: PaymentRefused | null | undefined
}

/** Only says that something happened; settling asks the provider for the state. */
export type PaymentEvent = { id: string; type: string; orderId: string | null; paymentIntent: string | null }

export class PaymentUnavailable extends Error {
  override name = 'PaymentUnavailable'
}

/** A refusal, which a retry won't change, so it isn't an outage. */
export class PaymentRefused extends PaymentUnavailable {
  override name = 'PaymentRefused'
  /** The HTTP status, from 400 to 499. */
  readonly status: number
  /** The provider's code, such as "email_invalid". */
  readonly code: string | null

  constructor(
    message: string,
    { status, code, cause }: { status: number; code: string | null; cause: unknown },
  ) {
    super(message, { cause })
    this.status = status
    this.code = code
  }
}

export class SignatureError extends Error {
  override name = 'SignatureError'
}
