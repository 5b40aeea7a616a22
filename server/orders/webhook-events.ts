import type { ShopContext } from '../context.ts'
import type { Db } from '../db/database.ts'
import type { PaymentEvent } from '../payments/provider.ts'
import { settle } from './settle.ts'

const provider = 'stripe'

/** Other types are stored without effect. */
const wakingTypes = /^(checkout\.session\.|payment_intent\.succeeded|charge\.(refund|dispute)|refund\.)/

/** Stores an event once. The sweep processes it even if this process dies. @returns whether it needs processing now */
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
 * Events that stayed unprocessed for a minute because their process died or the provider didn't answer. After three days
 * the orders' own checks have found the change.
 */
export async function findOpenEvents(db: Db, now: Date): Promise<Omit<PaymentEvent, 'type'>[]> {
  const rows = await db
    .selectFrom('webhook_events')
    .select(['event_id', 'order_id', 'payment_intent'])
    .where('processed_at', 'is', null)
    .where('received_at', '<', new Date(now.getTime() - minuteMs).toISOString())
    .where('received_at', '>', new Date(now.getTime() - givenUpAfterMs).toISOString())
    .orderBy('received_at')
    .limit(50)
    .execute()
  return rows.map((row) => ({ id: row.event_id, orderId: row.order_id, paymentIntent: row.payment_intent }))
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
