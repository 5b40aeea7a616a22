import type { Payments, ShopContext } from '../../context.ts'
import type { Trx } from '../../runtime/db/database.ts'
import type { OrderRow, RefundRow } from '../../runtime/db/rows/orders.ts'
import { type Moment, momentOf } from '../../runtime/moment.ts'
import { AppError } from '../../web/http/errors.ts'
import { type PaymentProvider, PaymentRefused } from '../payments/provider.ts'
import { paymentOf, receivedOf } from './next-status.ts'
import { orderNotFound } from './order-not-found.ts'
import { updateOrder } from './order-store.ts'
import { planRefund } from './plan-refund.ts'
import { askForRefund, dropRequest, refundAnswerMs } from './refund-requests.ts'
import { type By, changedMeanwhile, lockAsSeen, requireOrderRevision } from './revision.ts'
import { settle } from './settle.ts'

export type WantedRefund = {
  /** Cents. Defaults to the price of `licences`, or without them to the whole rest. */
  amount?: number | undefined
  /** Ids of licences that the refund ends. */
  licences?: string[] | undefined
  reason?: string | undefined
}

/** A card payment can only be refunded through its provider. */
export function canRefund({ payments }: Payments, { payment_intent }: OrderRow): boolean {
  return payment_intent === null || payments !== null
}

/**
 * Previews check this too, so that they announce nothing that would be refused.
 * @throws AppError 409 `stripe_not_configured`
 */
export function requireRefundable(shop: Payments, order: OrderRow): void {
  if (!canRefund(shop, order)) requireProvider(shop)
}

/** @throws AppError 409 `stripe_not_configured` */
export function requireProvider({ payments }: Payments): PaymentProvider {
  if (payments) return payments
  throw new AppError(409, 'stripe_not_configured', 'Set STRIPE_SECRET_KEY to refund a card payment.')
}

/**
 * Stores the request first, because a webhook may report the refund before the provider's answer arrives.
 * @throws AppError 409 if the refund exceeds what is left, or `changed_meanwhile`, also while another refund is under way
 */
export async function refundOrder(
  shop: ShopContext,
  { id }: OrderRow,
  wanted: WantedRefund,
  by: By,
): Promise<OrderRow | null> {
  const order = await settle(shop, id)
  const asking = { ...wanted, ...by, ...momentOf(shop) }
  if (!order?.payment_intent) {
    return settle(shop, id, async (current, trx) => {
      const { refunded } = await storeRequest(trx, current, asking)
      return paymentOf(current, { received: receivedOf(current), refunded: refunded - current.taken_back })
    })
  }
  const payments = requireProvider(shop)
  const { asked, request } = await shop.database.db.transaction().execute(async (trx) => {
    const asked = await lockAsSeen(trx, id)
    const request = await storeRequest(trx, asked, asking)
    // Refuses others who saw the order before this request. The sweep checks if this process dies.
    const next_check_at = new Date(asking.now.getTime() + refundAnswerMs).toISOString()
    await updateOrder(trx, id, { revision: asked.revision + 1, next_check_at })
    return { asked, request }
  })
  await requestRefund(shop, payments, asked, request)
  return settle(shop, id)
}

/**
 * Repeats a refund request whose process died before the answer. The provider pays once.
 * @param id of the stored request
 * @throws AppError 409 `changed_meanwhile` if it was refused, or another request replaced it
 */
export async function resumeRefund(shop: ShopContext, { id: orderId }: OrderRow, id: string): Promise<void> {
  const { db } = shop.database
  const order = await settle(shop, orderId)
  if (!order) throw orderNotFound()
  const asked = await db.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirst()
  if (!asked)
    throw await changedMeanwhile(
      db,
      order,
      'It was refused, or another refund took its place. Nothing was done.',
    )
  if (asked.done_at !== null) return
  await requestRefund(shop, requireProvider(shop), order, asked)
  await settle(shop, orderId)
}

type Stored = Pick<RefundRow, 'id' | 'refunded'>

/** Deletes a request that the provider refuses; otherwise the next one would wait for it, or repeat it. */
async function requestRefund(
  { database }: ShopContext,
  payments: PaymentProvider,
  order: OrderRow,
  { id, refunded }: Stored,
): Promise<void> {
  try {
    await payments.refund(order, refunded - order.refunded, id)
  } catch (error) {
    if (error instanceof PaymentRefused) await dropRequest(database.db, id)
    throw error
  }
}

async function storeRequest(
  trx: Trx,
  order: OrderRow,
  { who, revision, bind, now, random, ...wanted }: WantedRefund & By & Moment,
): Promise<Stored> {
  await requireOrderRevision(trx, order, revision)
  const { amount, licences } = await planRefund(trx, order, wanted)
  const refunded = order.refunded + amount
  const asked = { order, refunded, licences, reason: wanted.reason, who }
  const id = await askForRefund(trx, asked, { now, random })
  await bind?.(trx, id)
  return { id, refunded }
}
