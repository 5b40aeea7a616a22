import type { Db } from '../db/database.ts'
import type { LicenceRow } from '../db/schema.ts'
import type { Keyring } from '../keys/keyring.ts'
import { revealKey } from './stored-key.ts'

type Status = LicenceRow['status']

/** What may become what: a revoked licence stays revoked. */
export const statusesBefore: Record<Status, Status[]> = {
  active: ['suspended'],
  suspended: ['active'],
  revoked: ['active', 'suspended'],
}

/** @param from the statuses that are changed; by default all that may be */
export async function setLicencesOfOrder(
  db: Db,
  orderId: string,
  status: Status,
  from: Status[] = statusesBefore[status],
): Promise<void> {
  await db
    .updateTable('licences')
    .set({ status })
    .where('status', 'in', from)
    .where('order_line_id', 'in', (lines) =>
      lines.selectFrom('order_lines').select('order_lines.id').where('order_id', '=', orderId),
    )
    .execute()
}

export type OrderLicence = {
  lineId: string
  key: string
  status: Status
  seats: { limit: number; used: number }
  updatesUntil: string
}

/** The licences of an order with their whole keys, in the order of its lines: for its buyer alone. */
export async function licencesOfOrder(db: Db, orderId: string, keyring: Keyring): Promise<OrderLicence[]> {
  const rows = await db
    .selectFrom('licences')
    .innerJoin('order_lines', 'order_lines.id', 'licences.order_line_id')
    .where('order_lines.order_id', '=', orderId)
    .orderBy('order_lines.position')
    .orderBy('licences.ordinal')
    .select(['order_line_id', 'key_cipher', 'status', 'seat_limit', 'updates_until'])
    .select((licence) =>
      licence
        .selectFrom('activations')
        .whereRef('activations.licence_id', '=', 'licences.id')
        .where('released_at', 'is', null)
        .select(({ fn }) => fn.countAll<number>().as('used'))
        .as('used'),
    )
    .execute()
  return rows.map((row) => ({
    lineId: String(row.order_line_id),
    key: revealKey(row, keyring),
    status: row.status,
    seats: { limit: row.seat_limit, used: row.used ?? 0 },
    updatesUntil: row.updates_until,
  }))
}
