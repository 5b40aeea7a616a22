import type { Attention } from '#shared/orders/attention.ts'
import type { OrderRow } from '../../runtime/db/rows/orders.ts'

export function attentionOf({ attention }: Pick<OrderRow, 'attention'>): Attention | null {
  return attention === null ? null : JSON.parse(attention)
}

/** Two unknown states are the same only if the provider's words are. */
export function isSameAttention(one: Attention | null, other: Attention): boolean {
  if (one?.id !== other.id || one.kind !== other.kind) return false
  return other.kind !== 'unknown' || one.reason === other.reason
}
