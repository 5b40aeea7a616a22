import { closedStatuses } from '#shared/orders/orders.ts'
import { formatMoney } from '#shared/pricing/money.ts'
import type { ShopContext } from '../../context.ts'
import { recordAudit } from '../../runtime/audit.ts'
import type { Trx } from '../../runtime/db/database.ts'
import type { OrderRow } from '../../runtime/db/rows/orders.ts'
import type { Moment } from '../../runtime/moment.ts'
import { enterPayment, requireCredit } from './ledger.ts'
import { mailBuyer } from './order-mails.ts'
import { recordEvent, updateOrder } from './order-store.ts'
import { actOnOrder, type By, lockAsSeen } from './revision.ts'

/** An order's credit in cents, with the locked order. */
type Credit = { order: OrderRow; sum: number }

/** @throws AppError 409 `order_not_refundable`, or `changed_meanwhile` */
export async function lockCredit(
  trx: Trx,
  { id }: Pick<OrderRow, 'id'>,
  revision: number | undefined,
): Promise<Credit> {
  const order = await lockAsSeen(trx, id, revision)
  return { order, sum: await requireCredit(trx, order) }
}

/**
 * Ledger key of both entries of a transferred credit.
 * @param to order that receives it, for that order's entry
 */
export function moveKey({ id, revision }: OrderRow, to?: Pick<OrderRow, 'id'>): string {
  return ['moved', id, revision, ...(to ? [to.id] : [])].join(':')
}

/**
 * Records that a credit was sent back by transfer, and mails the buyer.
 * @throws AppError 409 `order_not_refundable`, or `changed_meanwhile`
 */
export async function refundCredit(
  shop: ShopContext,
  { id }: Pick<OrderRow, 'id'>,
  { who, revision, bind }: By,
): Promise<OrderRow> {
  return actOnOrder(shop, { id }, revision, async (trx, order, moment) => {
    const credit = { order, sum: await requireCredit(trx, order) }
    await bind?.(trx, id)
    const params = { amount: credit.sum, isPromised: true }
    const mail = { kind: 'refund_repaid', suffix: `:credit:${order.revision}`, params } as const
    await mailBuyer(trx, order, mail, moment)
    return spendCredit(trx, credit, { amount: credit.sum, who }, moment)
  })
}

/**
 * Takes credit out of its order's ledger.
 * @param to order that receives it; absent if it goes back to the buyer
 */
export async function spendCredit(
  trx: Trx,
  { order, sum }: Credit,
  { amount, who, to }: { amount: number; who: string; to?: Pick<OrderRow, 'number'> },
  moment: Moment,
): Promise<OrderRow> {
  const { id, currency, revision, received_amount: received } = order
  const dedupe_key = to ? moveKey(order) : `credit:${id}:${revision}`
  const reference = to ? `To order ${to.number}` : null
  await enterPayment(trx, order, { dedupe_key, amount: -amount, reference, who }, moment)
  // A closed order holds nothing but credit.
  const left = (received ?? 0) - amount
  const held = left > 0 ? { received_amount: left } : { received_amount: null, received_currency: null }
  const changed = { revision: revision + 1, ...(closedStatuses.includes(order.status) && held) }
  await updateOrder(trx, id, changed)
  const event = to ? 'order.credit_moved' : 'order.credit_refunded'
  const detail = `${formatMoney(amount, currency)} ${to ? `pays order ${to.number}` : 'went back'}`
  await recordEvent(trx, { orderId: id, event, detail }, moment)
  const change = { before: { credit: sum }, after: { credit: sum - amount } }
  await recordAudit(trx, { who, act: event, subject: id, ...change }, moment)
  return { ...order, ...changed }
}
