import type { Db } from '../../db/database.ts'
import type { OrderLicence } from '../issue.ts'
import { machinesUsed } from '../seats.ts'

export type ChangedLicence = Omit<OrderLicence, 'key'>

/**
 * The licences that an order has changed, for each of its lines. By their hints alone: the link of a reminder buys a
 * change without the key.
 */
export async function changedLicences(db: Db, orderId: string): Promise<ChangedLicence[]> {
  const rows = await db
    .selectFrom('licence_changes')
    .innerJoin('order_lines', 'order_lines.id', 'licence_changes.order_line_id')
    .innerJoin('licences', 'licences.id', 'licence_changes.licence_id')
    .where('order_lines.order_id', '=', orderId)
    .orderBy('order_lines.position')
    .select([
      'licence_changes.order_line_id',
      'licences.sku',
      'plan',
      'key_hint',
      'status',
      'seat_limit',
      'updates_until',
    ])
    .select(machinesUsed)
    .execute()
  return rows.map((row) => ({
    lineId: row.order_line_id,
    keyHint: row.key_hint,
    sku: row.sku,
    plan: row.plan,
    status: row.status,
    seats: { limit: row.seat_limit, used: row.used },
    updatesUntil: row.updates_until,
  }))
}
