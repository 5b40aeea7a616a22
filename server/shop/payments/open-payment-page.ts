import type { ShopContext } from '../../context.ts'
import type { OrderLineRow, OrderRow } from '../../runtime/db/rows/orders.ts'
import { AppError } from '../../web/http/errors.ts'
import { PaymentRefused, PaymentUnavailable } from './provider.ts'

/**
 * Leaves the order unchanged, whatever the provider answers.
 * @param refuseEmail makes the error for an e-mail address that the provider refuses
 * @throws AppError from `refuseEmail`, or 502 `payment_refused` for another refusal, which is logged
 * @throws PaymentUnavailable if the provider can't be reached
 */
export async function openPaymentPage(
  shop: ShopContext,
  order: OrderRow,
  lines: OrderLineRow[],
  refuseEmail: () => AppError,
): Promise<{ id: string; url: string }> {
  if (!shop.payments) throw new PaymentUnavailable('Card payment is not configured')
  try {
    return await shop.payments.openSession(order, lines, shop.clock())
  } catch (error) {
    if (!(error instanceof PaymentRefused)) throw error
    if (error.code === 'email_invalid') throw refuseEmail()
    shop.log.error(
      { err: error, order: order.number, orderId: order.id },
      'the payment provider refused a payment page',
    )
    throw cardsRefused(error)
  }
}

/** @returns 502 `payment_refused` */
export function cardsRefused(cause: PaymentRefused): AppError {
  const detail = 'Cards don’t work at the moment. Pay by transfer, or try later.'
  return new AppError(502, 'payment_refused', detail, { cause })
}
