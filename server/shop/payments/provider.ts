import type { OrderLineRow, OrderRow } from '../../runtime/db/rows/orders.ts'
import type { Payment } from '../orders/next-status.ts'

/** Every method throws PaymentUnavailable when the provider can't be reached, or PaymentRefused when it refuses. */
export type PaymentProvider = {
  /** Returns the same payment page for the same revision of the order, within an hour. */
  openSession(order: OrderRow, lines: OrderLineRow[], now: Date): Promise<{ id: string; url: string }>
  readPayment(order: OrderRow): Promise<SeenPayment | null>
  closeSession(order: OrderRow): Promise<void>
  /** @param amount cents @param request the stored one's id, which makes a repeated call harmless */
  refund(order: OrderRow, amount: number, request: string): Promise<void>
  /** Tries refunds that failed again as one. A repeated call is harmless. @param amount cents */
  refundAgain(order: OrderRow, amount: number): Promise<void>
  /** @returns null also for a payment that isn't this account's */
  findOrderId(paymentIntent: string): Promise<string | null>
  /**
   * @returns null for an event that names no order or payment
   * @throws SignatureError when no secret of ours signed the text, or the signature is too old
   */
  readEvent(text: Buffer, signature: string): Promise<PaymentEvent | null>
}

export type SeenPayment = {
  payment: Payment
  paymentIntent: string | null
  /** A part that only warns couldn't be read. Undefined if there was none to read. */
  denied?: PaymentRefused | null | undefined
}

/** Only says that something happened; the provider is asked for the state. */
export type PaymentEvent = { id: string; type: string; orderId: string | null; paymentIntent: string | null }

export class PaymentUnavailable extends Error {
  override name = 'PaymentUnavailable'
}

/** Asking again changes nothing, so it isn't an outage. */
export class PaymentRefused extends PaymentUnavailable {
  override name = 'PaymentRefused'
  /** The HTTP status, from 400 to 499. */
  readonly status: number
  /** The provider's own, such as "email_invalid". */
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
