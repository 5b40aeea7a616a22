import type { ShopContext } from '../../context.ts'
import type { Trx } from '../../runtime/db/database.ts'
import type { OrderRow } from '../../runtime/db/rows/orders.ts'
import { lapseOrder, remindBuyer } from './close-order.ts'
import { findOrder, lockOrder, updateOrder } from './order-store.ts'
import { lastReminder, nextStepAt } from './transfer.ts'

const batch = 50
/** Delay before an order is tried again after an error, so that others get their turn. */
const retryMs = 10 * 60_000
const lookAgainMs = 6 * 60 * 60_000

/**
 * Sends reminders of due transfers and lapses overdue orders. Several processes may run it.
 * @returns number of due orders
 */
export async function followTransfers(shop: ShopContext): Promise<number> {
  const { db } = shop.database
  const now = shop.clock()
  const due = await db
    .selectFrom('orders')
    .select('id')
    .where('transfer_step_at', '<=', now.toISOString())
    .orderBy('transfer_step_at')
    .limit(batch)
    .execute()
  for (const { id } of due) {
    try {
      await takeStep(shop, id)
    } catch (error) {
      shop.log.error({ err: error, orderId: id }, 'could not follow up a transfer')
      await postpone(shop, id, retryMs)
    }
  }
  if (due.length > 0) shop.outbox.nudge()
  return due.length
}

async function takeStep(shop: ShopContext, id: string): Promise<void> {
  const order = await findOrder(shop.database.db, id)
  if (!order) return
  // Waits for a bank's pending answer, even beyond the order's last day.
  if (order.payment_state === 'processing') return postpone(shop, id, lookAgainMs)
  // The lapse is the last step. After a long downtime it runs without the earlier reminders.
  if (nextStepAt(order, shop.clock()))
    await shop.database.db.transaction().execute((trx) => remind(shop, trx, id))
  else await lapseOrder(shop, id)
}

async function postpone({ database, clock }: ShopContext, id: string, ms: number): Promise<void> {
  await updateOrder(database.db, id, { transfer_step_at: new Date(clock().getTime() + ms).toISOString() })
}

/** Sends one reminder, even if several fell into a downtime. */
async function remind({ clock, random }: ShopContext, trx: Trx, id: string): Promise<void> {
  const now = clock()
  const locked = await lockOrder(trx, id)
  if (!locked || !isDue(locked.order, now)) return
  const { order } = locked
  await updateOrder(trx, id, { transfer_step_at: nextStepAt(order, now)?.toISOString() ?? null })
  const taken = lastReminder(order, now)
  if (order.status === 'pending' && taken) await remindBuyer(trx, order, taken, { now, random })
}

function isDue({ transfer_step_at: at }: OrderRow, now: Date): boolean {
  return at !== null && at <= now.toISOString()
}
