import type { ShopContext } from '../../context.ts'
import type { Db } from '../../runtime/db/database.ts'
import { PaymentUnavailable } from '../payments/provider.ts'
import { nextCheckAt } from './next-check.ts'
import { findOrder, updateOrder } from './order-store.ts'
import { settle } from './settle.ts'
import { claimDueEvents, workOff } from './webhook-events.ts'

const batch = 50
/** Time after which another process takes over an order whose process died. */
const claimMs = 60_000

/**
 * Settles due orders and unprocessed events. Several processes may do it at once.
 * @returns the number checked
 */
export async function settleDue(shop: ShopContext): Promise<number> {
  const now = shop.clock()
  const { db } = shop.database
  const orders = await claimDueOrders(db, now)
  for (const orderId of orders) {
    if (!(await attempt(shop, { orderId }, () => settle(shop, orderId)))) await postpone(shop, orderId)
  }
  const events = await claimDueEvents(db, now)
  for (const event of events) await attempt(shop, { eventId: event.id }, () => workOff(shop, event))
  return orders.length + events.length
}

async function attempt(shop: ShopContext, about: object, step: () => Promise<unknown>): Promise<boolean> {
  try {
    await step()
    return true
  } catch (error) {
    const level = error instanceof PaymentUnavailable ? 'warn' : 'error'
    shop.log[level]({ err: error, ...about }, 'could not be settled yet')
    return false
  }
}

/** Waits longer each time, because the provider may refuse for long, as after a change of keys. */
async function postpone({ database: { db }, clock }: ShopContext, orderId: string): Promise<void> {
  const order = await findOrder(db, orderId)
  if (order) await updateOrder(db, orderId, { next_check_at: nextCheckAt(order, clock()) })
}

async function claimDueOrders(db: Db, now: Date): Promise<string[]> {
  const claimedUntil = new Date(now.getTime() + claimMs).toISOString()
  const due = await db
    .selectFrom('orders')
    .select('id')
    .where('next_check_at', '<=', now.toISOString())
    .orderBy('next_check_at')
    .limit(batch)
    .execute()
  const claimed: string[] = []
  for (const { id } of due) {
    const { numUpdatedRows } = await db
      .updateTable('orders')
      .set({ next_check_at: claimedUntil })
      .where('id', '=', id)
      .where('next_check_at', '<=', now.toISOString())
      .executeTakeFirst()
    if (numUpdatedRows > 0n) claimed.push(id)
  }
  return claimed
}
