import type { OrderStatus } from '#shared/orders/orders.ts'

/**
 * What becomes of an order's licences: a whole refund ends them, and a dispute stops them. Null if nothing does.
 * A refund of some licences ends those (`refunds.ts`).
 */
export function licencesAfter(
  before: OrderStatus,
  after: OrderStatus,
): 'active' | 'suspended' | 'revoked' | null {
  if (after === before) return null
  if (after === 'refunded') return 'revoked'
  if (after === 'disputed') return 'suspended'
  return before === 'disputed' || before === 'refunded' ? 'active' : null
}
