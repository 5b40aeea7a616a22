import type { OrderRow } from '../../runtime/db/rows/orders.ts'
import { attentionOf } from './attention.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Providers accept refunds and disputes within this time, and refunds can fail. */
const watchedFor = 180 * day

type Watched = Pick<OrderRow, 'status' | 'total' | 'payment_method' | 'session_id' | 'created_at'> &
  Partial<Pick<OrderRow, 'attention' | 'refund_pending'>>

/**
 * Checks open payments soon and then less often, settled ones a few times a year. Checks cases at a bank
 * daily, because answers have deadlines and keys are suspended.
 * @returns ISO 8601; null if nothing can change
 */
export function nextCheckAt(order: Watched, now: Date): string | null {
  const age = now.getTime() - Date.parse(order.created_at)
  const isByCard = order.payment_method === 'card' || order.session_id !== null
  const isFree = order.status === 'pending' && order.total === 0
  const isOpen = isOpenAtBank(order)
  if (!(isByCard || isFree) || (age > watchedFor && !isOpen)) return null
  const wait = order.status === 'pending' ? Math.max(minute, age / 10) : Math.max(6 * hour, age / 2)
  return new Date(now.getTime() + (isOpen ? Math.min(wait, day) : wait)).toISOString()
}

/** A warning or a review may stay open for ever. */
function isOpenAtBank({ status, attention = null, refund_pending = 0 }: Watched): boolean {
  const kind = attentionOf({ attention })?.kind
  return status === 'disputed' || kind === 'dispute' || kind === 'inquiry' || refund_pending > 0
}
