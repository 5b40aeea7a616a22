import { formatMoney } from '#shared/pricing/money.ts'
import type { ShopContext } from '../../context.ts'
import { recordAudit } from '../../runtime/audit.ts'
import type { Trx } from '../../runtime/db/database.ts'
import type { Written } from '../../runtime/db/rows/buyer.ts'
import type { OrderRow } from '../../runtime/db/rows/orders.ts'
import type { Moment } from '../../runtime/moment.ts'
import { AppError } from '../../web/http/errors.ts'
import { attentionOf } from './attention.ts'
import { enterPayment } from './ledger.ts'
import { failedRefundsOf } from './next-status.ts'
import { mailBuyer } from './order-mails.ts'
import { recordEvent, updateOrder } from './order-store.ts'
import { requireProvider } from './refund-order.ts'
import { actOnOrder, type By } from './revision.ts'
import { settle } from './settle.ts'

/**
 * Asks the provider to retry failed refunds.
 * @throws AppError 409 `order_not_refundable` if none has failed or a dispute is open,
 * `stripe_not_configured` or `changed_meanwhile`
 */
export async function refundAgain(shop: ShopContext, order: OrderRow, by: By): Promise<OrderRow | null> {
  const payments = requireProvider(shop)
  await settle(shop, order.id)
  const owing = await changeOwing(shop, order, by, async (trx, owing, moment) => {
    const after = { sum: owing.refund_failed }
    await recordAudit(trx, { who: by.who, act: 'order.refund_retried', subject: owing.id, after }, moment)
    return {}
  })
  await payments.refundAgain(owing, owing.refund_failed)
  return settle(shop, order.id)
}

/** Repeats the request after a process died before the answer. The provider pays once. */
export async function resumeRefundAgain(shop: ShopContext, { id }: OrderRow): Promise<void> {
  const order = await settle(shop, id)
  if (!order || order.refund_failed === 0) return
  await requireProvider(shop).refundAgain(order, order.refund_failed)
  await settle(shop, id)
}

/**
 * Records that failed refunds were sent by transfer, in the ledger too.
 * @throws AppError 409 `order_not_refundable` if none has failed or a dispute is open, or `changed_meanwhile`
 */
export async function payBackByTransfer(
  shop: ShopContext,
  order: OrderRow,
  by: By,
): Promise<OrderRow | null> {
  await settle(shop, order.id)
  await changeOwing(shop, order, by, async (trx, owing, moment) => {
    const { id, currency, refund_failed: amount, refund_repaid: before, revision } = owing
    const entry = { dedupe_key: `repaid:${id}:${revision}`, amount: -amount, who: by.who }
    await enterPayment(trx, owing, entry, moment)
    const detail = `${formatMoney(amount, currency)} went back by transfer`
    await recordEvent(trx, { orderId: id, event: 'order.refund_repaid', detail }, moment)
    const after = { sum: amount }
    await recordAudit(trx, { who: by.who, act: 'order.refund_repaid', subject: id, after }, moment)
    await mailBuyer(trx, owing, { kind: 'refund_repaid', suffix: `:${revision}`, params: { amount } }, moment)
    const { open } = failedRefundsOf(owing)
    const failed_refunds = JSON.stringify({ open, repaid: open })
    return { refund_failed: 0, refund_failure: null, refund_repaid: before + amount, failed_refunds }
  })
  return settle(shop, order.id)
}

type Change = (trx: Trx, owing: OrderRow, moment: Moment) => Promise<Partial<Written<OrderRow>>>

/** @returns the order before the change, locked until the change was stored */
async function changeOwing(
  shop: ShopContext,
  { id }: Pick<OrderRow, 'id'>,
  { revision, bind }: By,
  change: Change,
): Promise<OrderRow> {
  return actOnOrder(shop, { id }, revision, async (trx, order, moment) => {
    if (order.refund_failed === 0)
      throw new AppError(409, 'order_not_refundable', `No refund of order ${order.number} has failed.`)
    if (attentionOf(order)?.kind === 'dispute') throw disputed(order)
    await bind?.(trx, id)
    await updateOrder(trx, id, { ...(await change(trx, order, moment)), revision: order.revision + 1 })
    return order
  })
}

/** In a dispute the bank may take the money for the buyer, so that nothing is owed. */
function disputed({ number }: OrderRow): AppError {
  const detail = `Order ${number} is disputed. Its bank may take the money, so wait until that is decided.`
  return new AppError(409, 'order_not_refundable', detail)
}
