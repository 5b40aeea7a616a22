import type { Day } from '#shared/calendar/calendar.ts'
import {
  dueAt,
  stepTime,
  type TransferStep,
  type TransferTerms,
  transferSteps,
} from '#shared/orders/transfer-terms.ts'
import type { OrderRow } from '../../runtime/db/rows/orders.ts'

/** Cents still to pay. */
export function outstandingOf(order: Pick<OrderRow, 'status' | 'total' | 'received_amount'>): number {
  const isOwed = order.status === 'pending' || order.status === 'review'
  return isOwed ? Math.max(0, order.total - (order.received_amount ?? 0)) : 0
}

type WithTerms = Pick<OrderRow, 'transfer_terms' | 'created_at'>

/** Terms on the order's day. Later settings don't change its dates. */
type AgreedTerms = TransferTerms & { timeZone: string }

type TransferSchedule = { dueAt: Date; steps: TransferStep[]; timeZone: string }

/** Null for card orders. */
export function transferOf({ transfer_terms, created_at }: WithTerms): TransferSchedule | null {
  if (transfer_terms === null) return null
  const { timeZone, ...terms }: AgreedTerms = JSON.parse(transfer_terms)
  return {
    dueAt: dueAt(terms, timeZone, created_at),
    steps: transferSteps(terms, timeZone, created_at),
    timeZone,
  }
}

/** Time of the next reminder or the lapse; null if nothing follows. */
export function nextStepAt(order: WithTerms, after: Date): Date | null {
  return timedSteps(order).find(({ at }) => at > after)?.at ?? null
}

/** Day of the latest reminder that has become due. */
export function lastReminder(order: WithTerms, now: Date): Day | null {
  return timedSteps(order).findLast(({ kind, at }) => kind === 'remind' && at <= now)?.day ?? null
}

/** Leaves out the due day, on which nothing is sent. */
function timedSteps(order: WithTerms): (TransferStep & { at: Date })[] {
  const transfer = transferOf(order)
  if (!transfer) return []
  const { steps, timeZone } = transfer
  return steps.filter(({ kind }) => kind !== 'due').map((step) => ({ ...step, at: stepTime(step, timeZone) }))
}
