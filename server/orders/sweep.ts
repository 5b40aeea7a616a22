import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../db/database.ts'
import { PaymentUnavailable } from '../payments/provider.ts'
import { nextCheckAt } from './next-check.ts'
import { findOrder, updateOrder } from './order-store.ts'
import { createHourlyPurge } from './purge.ts'
import { type Shop, settle } from './settle.ts'
import { findOpenEvents, workOff } from './webhook-events.ts'

const batch = 50
/** A process that takes an order and dies leaves it to the others after this long. */
const claimMs = 60_000

/**
 * Settles what no webhook settled: orders whose check is due, and events that were stored and not worked off.
 * Several processes may sweep at once; each order is one's alone.
 * @returns how many orders and events were looked at
 */
export async function sweep(shop: Shop): Promise<number> {
  const now = shop.clock()
  const { db } = shop.database
  const orders = await claimDueOrders(db, now)
  for (const orderId of orders) {
    if (!(await attempt(shop, { orderId }, () => settle(shop, orderId)))) await postpone(shop, orderId)
  }
  const events = await findOpenEvents(db, now)
  for (const event of events) await attempt(shop, { eventId: event.id }, () => workOff(shop, event))
  return orders.length + events.length
}

/** One that can't be settled holds up none of the others. */
async function attempt(shop: Shop, about: object, step: () => Promise<unknown>): Promise<boolean> {
  try {
    await step()
    return true
  } catch (error) {
    const level = error instanceof PaymentUnavailable ? 'warn' : 'error'
    shop.log[level]({ err: error, ...about }, 'could not be settled yet')
    return false
  }
}

/** What the provider refuses today, as after a change of its keys, it may refuse for long: ever more seldom. */
async function postpone({ database: { db }, clock }: Shop, orderId: string): Promise<void> {
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

const sweepEveryMs = 30_000

type Chore = () => Promise<unknown>

/**
 * Sweeps at the start and then every half minute, until it is stopped; at most once an hour it also purges.
 * @param chores what else is done each time, by name; one that fails is logged, and holds up none of the others
 */
export function startSweep(shop: Shop, chores: Record<string, Chore> = {}): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const all = { sweep: () => sweep(shop), purge: createHourlyPurge(shop), ...chores }
  const running = (async () => {
    while (!stopping.signal.aborted) {
      for (const [name, chore] of Object.entries<Chore>(all)) {
        await chore().catch((error) => shop.log.error({ err: error }, `${name} failed`))
      }
      await sleep(sweepEveryMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
    }
  })()
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}
