import {
  dueAt,
  stepTime,
  type TransferStep,
  type TransferTerms,
  transferSteps,
} from '#shared/orders/transfer-terms.ts'
import type { OrderRow } from '../../runtime/db/rows/orders.ts'

/** In cents. */
export function outstandingOf({
  status,
  total,
  received_amount: received,
}: Pick<OrderRow, 'status' | 'total' | 'received_amount'>): number {
  const isOwed = status === 'pending' || status === 'review'
  return isOwed ? Math.max(0, total - (received ?? 0)) : 0
}

type WithTerms = Pick<OrderRow, 'transfer_terms' | 'created_at'>

/** The terms of the order's day. Later settings don't change its dates. */
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

export function nextStep(order: WithTerms, after: Date): { step: TransferStep; at: Date } | null {
  const transfer = transferOf(order)
  const timed = (transfer?.steps ?? [])
    .filter(({ kind }) => kind !== 'due')
    .map((step) => ({ step, at: stepTime(step, transfer?.timeZone ?? 'UTC') }))
  return timed.find(({ at }) => at > after) ?? null
}
