import { nameOfLicenceKey } from '#shared/licensing/licence-key.ts'
import type { Db } from '../../runtime/db/database.ts'
import type { Keyring } from '../../runtime/keys/keyring.ts'
import type { OrderLicence } from '../licensing/issue.ts'
import { machinesUsed } from '../licensing/seats.ts'
import { revealKey } from '../licensing/stored-key.ts'

export type ChangedLicence = Omit<OrderLicence, 'key'>

/** Hides whole keys, because a reminder's link can buy a change without knowing the key. */
export function changedLicences(db: Db, orderId: string, keyring: Keyring): Promise<ChangedLicence[]> {
  return keyring.readSealed(db, async (secrets) =>
    (await findChanged(db, orderId)).map((row) => ({
      lineId: row.order_line_id,
      keyHint: nameOfLicenceKey(revealKey(row, secrets)),
      sku: row.sku,
      plan: row.plan,
      status: row.status,
      seats: { limit: row.seat_limit, used: row.used },
      updatesUntil: row.updates_until,
    })),
  )
}

function findChanged(db: Db, orderId: string) {
  return db
    .selectFrom('licence_changes')
    .innerJoin('order_lines', 'order_lines.id', 'licence_changes.order_line_id')
    .innerJoin('licences', 'licences.id', 'licence_changes.licence_id')
    .where('order_lines.order_id', '=', orderId)
    .orderBy('order_lines.position')
    .select([
      'licence_changes.order_line_id',
      'licences.id',
      'key_cipher',
      'licences.sku',
      'plan',
      'status',
      'seat_limit',
      'updates_until',
    ])
    .select(machinesUsed)
    .execute()
}
