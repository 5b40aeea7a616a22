import { type Day, dayIn } from '#shared/calendar.ts'
import type { Db } from '../db/database.ts'
import type { OrderRow } from '../db/rows/orders.ts'
import { listPayments } from '../orders/ledger.ts'

/** The bank's day on which the whole sum had come, which may be booked later. @param paidAt stands in where no money came */
export async function paidDay(
  db: Db,
  { id, total }: Pick<OrderRow, 'id' | 'total'>,
  { paidAt, timeZone }: { paidAt: Date | string; timeZone: string },
): Promise<Day> {
  let sum = 0
  for (const { amount, received_at } of await listPayments(db, id)) {
    sum += amount
    if (sum >= total) return dayIn(timeZone, received_at)
  }
  return dayIn(timeZone, paidAt)
}
