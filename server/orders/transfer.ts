import {
  dueAt,
  stepTime,
  type TransferStep,
  type TransferTerms,
  transferSteps,
} from '#shared/transfer-terms.ts'
import type { OrderRow } from '../db/rows/orders.ts'

type WithTerms = Pick<OrderRow, 'transfer_terms' | 'created_at'>

/** As they were when the order was placed: settings may change, its dates don't. */
export type AgreedTerms = TransferTerms & { timeZone: string }

export type Transfer = { dueAt: Date; steps: TransferStep[]; timeZone: string }

/** What was agreed of an order's transfer; null for one that is paid by card. */
export function transferOf({ transfer_terms, created_at }: WithTerms): Transfer | null {
  if (transfer_terms === null) return null
  const { timeZone, ...terms }: AgreedTerms = JSON.parse(transfer_terms)
  return {
    dueAt: dueAt(terms, timeZone, created_at),
    steps: transferSteps(terms, timeZone, created_at),
    timeZone,
  }
}

/** The first step that is still to be taken after a time; null where nothing follows. */
export function nextStep(order: WithTerms, after: Date): { step: TransferStep; at: Date } | null {
  const transfer = transferOf(order)
  const timed = (transfer?.steps ?? [])
    .filter(({ kind }) => kind !== 'due')
    .map((step) => ({ step, at: stepTime(step, transfer?.timeZone ?? 'UTC') }))
  return timed.find(({ at }) => at > after) ?? null
}
