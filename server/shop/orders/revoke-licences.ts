import type { OrderStatus } from '#shared/orders/orders.ts'
import { settleChanges } from '../../licences/changes/settle-changes.ts'
import { setLicencesOfOrder } from '../../licences/licensing/issue.ts'
import {
  enqueueLicenceChanged,
  type LicenceWebhookContext,
} from '../../licences/licensing/licence-webhooks.ts'
import { recordAudit } from '../../runtime/audit.ts'
import type { Trx } from '../../runtime/db/database.ts'
import type { OrderLineRow } from '../../runtime/db/rows/orders.ts'
import type { Transition, TransitionContext } from './transition.ts'

/** The order's licences and licence changes follow its status. @returns the order's lines afterwards */
export async function settleLicences(
  trx: Trx,
  { before, order, lines }: Transition,
  context: TransitionContext,
): Promise<OrderLineRow[]> {
  const status = licencesAfter(before.status, order.status)
  const isByBank = order.taken_back !== before.taken_back
  if (status) await setLicencesOfOrder(trx, order, { status, isByBank }, context)
  if (order.paid_at === null || order.status === before.status) return lines
  return settleChanges(trx, { order, lines }, context)
}

/** A full refund ends the licences, and a dispute suspends them. @returns null for no effect */
function licencesAfter(before: OrderStatus, after: OrderStatus): 'active' | 'suspended' | 'revoked' | null {
  if (after === before) return null
  if (after === 'refunded') return 'revoked'
  if (after === 'disputed') return 'suspended'
  return before === 'disputed' || before === 'refunded' ? 'active' : null
}

/** Ends a single licence that a refund of its order names; does nothing if it has ended already. */
export async function revokeRefunded(
  trx: Trx,
  id: string,
  { who, order }: { who: string; order: string },
  context: LicenceWebhookContext,
): Promise<void> {
  const licence = await trx.selectFrom('licences').select('status').where('id', '=', id).executeTakeFirst()
  const revoked = await trx
    .updateTable('licences')
    .set({ status: 'revoked', suspended_by: null })
    .where('id', '=', id)
    .where('status', '!=', 'revoked')
    .returningAll()
    .executeTakeFirst()
  if (!revoked) return
  const change = { before: { status: licence?.status }, after: { status: 'revoked', refundOf: order } }
  await recordAudit(trx, { who, act: 'licence.revoked', subject: id, ...change }, context)
  const status = licence?.status ?? 'active'
  await enqueueLicenceChanged(trx, { ...revoked, status }, revoked, context)
}
