import type { ShopContext } from '../../context.ts'
import type { Db } from '../../runtime/db/database.ts'
import type { PaymentEvent } from '../payments/provider.ts'
import { settle } from './settle.ts'

const provider = 'stripe'

/** Other event types are stored without effect. */
const wakingTypes =
  /^(checkout\.session\.|payment_intent\.(succeeded|payment_failed|processing|canceled)|charge\.(refund|dispute)|refund\.|radar\.early_fraud_warning\.|review\.)/

/**
 * Stores an event once. The sweep processes it even if this process dies.
 * @returns whether it must be processed now
 */
export async function storeEvent(db: Db, event: PaymentEvent, now: Date): Promise<boolean> {
  const isWaking = wakingTypes.test(event.type)
  const row = {
    provider,
    event_id: event.id,
    type: event.type,
    order_id: event.orderId,
    payment_intent: event.paymentIntent,
    received_at: now.toISOString(),
    processed_at: isWaking ? null : now.toISOString(),
    next_attempt_at: new Date(now.getTime() + minuteMs).toISOString(),
  }
  const stored = await db
    .insertInto('webhook_events')
    .values(row)
    .onConflict((conflict) => conflict.columns(['provider', 'event_id']).doNothing())
    .returning('event_id')
    .executeTakeFirst()
  return isWaking && stored !== undefined
}

export async function workOff(shop: ShopContext, event: Omit<PaymentEvent, 'type'>): Promise<void> {
  const { db } = shop.database
  const orderId = await findOrderId(shop, event)
  if (orderId) await settle(shop, orderId)
  await db
    .updateTable('webhook_events')
    .set({ processed_at: shop.clock().toISOString() })
    .where('provider', '=', provider)
    .where('event_id', '=', event.id)
    .execute()
}

const minuteMs = 60_000
const givenUpAfterMs = 3 * 24 * 60 * minuteMs

/**
 * Claims events unprocessed for a minute, because their process died or the provider didn't answer. Sets each
 * event's next attempt first, after half its age, so that a failing one doesn't hold up others. After three
 * days the orders' own checks have found the change.
 */
export async function claimDueEvents(db: Db, now: Date): Promise<Omit<PaymentEvent, 'type'>[]> {
  const rows = await db
    .selectFrom('webhook_events')
    .select(['event_id', 'order_id', 'payment_intent', 'received_at', 'next_attempt_at'])
    .where('processed_at', 'is', null)
    .where('next_attempt_at', '<=', now.toISOString())
    .where('received_at', '>', new Date(now.getTime() - givenUpAfterMs).toISOString())
    .orderBy('next_attempt_at')
    .limit(50)
    .execute()
  const claimed: Omit<PaymentEvent, 'type'>[] = []
  for (const row of rows) {
    const age = now.getTime() - Date.parse(row.received_at)
    const { numUpdatedRows } = await db
      .updateTable('webhook_events')
      .set({ next_attempt_at: new Date(now.getTime() + Math.max(minuteMs, age / 2)).toISOString() })
      .where('provider', '=', provider)
      .where('event_id', '=', row.event_id)
      .where('next_attempt_at', '=', row.next_attempt_at)
      .executeTakeFirst()
    if (numUpdatedRows > 0n)
      claimed.push({ id: row.event_id, orderId: row.order_id, paymentIntent: row.payment_intent })
  }
  return claimed
}

async function findOrderId(
  { database: { db }, payments }: ShopContext,
  { orderId, paymentIntent }: Omit<PaymentEvent, 'type'>,
): Promise<string | null> {
  if (orderId) return orderId
  if (!paymentIntent) return null
  const byPayment = db.selectFrom('orders').select('id').where('payment_intent', '=', paymentIntent)
  return (await byPayment.executeTakeFirst())?.id ?? (await payments?.findOrderId(paymentIntent)) ?? null
}
