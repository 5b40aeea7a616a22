import type { OrderRow } from '../../runtime/db/rows/orders.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Providers accept refunds and disputes within this time, and refunds can fail. */
const watchedFor = 180 * day

/**
 * Open payments are checked soon and then less often, settled ones a few times a year.
 * @returns ISO 8601, null if nothing can change
 */
export function nextCheckAt(
  order: Pick<OrderRow, 'status' | 'total' | 'payment_method' | 'session_id' | 'created_at'>,
  now: Date,
): string | null {
  const age = now.getTime() - Date.parse(order.created_at)
  const isByCard = order.payment_method === 'card' || order.session_id !== null
  const isFree = order.status === 'pending' && order.total === 0
  if (!(isByCard || isFree) || age > watchedFor) return null
  const wait = order.status === 'pending' ? Math.max(minute, age / 10) : Math.max(6 * hour, age / 2)
  return new Date(now.getTime() + wait).toISOString()
}
