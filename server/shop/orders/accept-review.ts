import { stateInText } from '#shared/desk/words.ts'
import type { ShopContext } from '../../context.ts'
import { recordAudit } from '../../runtime/audit.ts'
import type { OrderRow } from '../../runtime/db/rows/orders.ts'
import { AppError } from '../../web/http/errors.ts'
import { paymentOf, receivedOf } from './next-status.ts'
import { type By, requireOrderRevision } from './revision.ts'
import { settle } from './settle.ts'

/**
 * Accepts an underpaid or overpaid card order in full, and issues its keys and invoice.
 * @throws AppError 409 if the order isn't in review, or `changed_meanwhile`
 */
export async function acceptReview(
  shop: ShopContext,
  { id }: OrderRow,
  { who, revision, bind }: By,
): Promise<OrderRow | null> {
  // The provider's latest state overrides the operator's decision.
  const order = await settle(shop, id)
  if (order?.status === 'review') await shop.payments?.closeSession(order)
  return settle(shop, id, async (current, trx, moment) => {
    await requireOrderRevision(trx, current, revision)
    const { number, status, total, received_amount: received } = current
    if (status !== 'review') {
      throw new AppError(
        409,
        'order_not_payable',
        `Order ${number} is ${stateInText(status)} and not in review.`,
      )
    }
    await bind?.(trx, id)
    const change = { before: { status }, after: { status: 'paid', received, sum: total } }
    await recordAudit(trx, { who, act: 'order.accepted', subject: id, ...change }, moment)
    const payment = paymentOf(current, { received: receivedOf(current), isAccepted: true })
    // In review, only `attention` shows an open dispute.
    return { ...payment, dispute: payment.attention?.kind === 'dispute' ? 'open' : 'unknown' }
  })
}
