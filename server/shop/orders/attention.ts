import type { Attention } from '#shared/orders/attention.ts'
import type { OrderRow } from '../../runtime/db/rows/orders.ts'

export function attentionOf({ attention }: Pick<OrderRow, 'attention'>): Attention | null {
  return attention === null ? null : JSON.parse(attention)
}
