import { dayIn } from '#shared/calendar/calendar.ts'
import type { RefundPreview } from '#shared/desk/order-answers.ts'
import type { Db } from '../../runtime/db/database.ts'
import { licenceTermsOf } from './change.ts'
import { readHistory, toColumns } from './history.ts'

/** Terms of the licence after a refund of the order. @returns null if none of the order’s changes stands */
export async function termsAfterRevert(
  db: Db,
  orderId: string,
  timeZone: string,
): Promise<RefundPreview['setsBack']> {
  const lines = await db
    .selectFrom('order_lines')
    .select(['id', 'licence_id'])
    .where('order_id', '=', orderId)
    .execute()
  const licenceId = lines[0]?.licence_id
  if (!licenceId) return null
  const licence = await db
    .selectFrom('licences')
    .selectAll()
    .where('id', '=', licenceId)
    .executeTakeFirstOrThrow()
  const history = await readHistory(db, licence, timeZone)
  const isOwn = ({ lineId }: { lineId: string }) => lines.some(({ id }) => id === lineId)
  if (!history.changes.some((applied) => applied.stands && isOwn(applied))) return null
  const changes = history.changes.map((applied) => (isOwn(applied) ? { ...applied, stands: false } : applied))
  const columns = toColumns(licenceTermsOf({ ...history, changes }), history.columns, timeZone)
  return {
    keyHint: licence.key_hint,
    plan: columns.plan,
    seats: columns.seat_limit,
    updatesUntil: dayIn(timeZone, columns.updates_until),
  }
}
