import { type Day, dayIn } from '#shared/calendar/calendar.ts'
import type { Db } from '../../runtime/db/database.ts'
import type { OrderRow } from '../../runtime/db/rows/orders.ts'
import { listPayments, standing } from '../orders/ledger.ts'

/** The bank's day on which the whole sum had come, which may be booked later. Without money, the day when the order became paid. */
export async function paidDay(
  db: Db,
  { id, total }: Pick<OrderRow, 'id' | 'total'>,
  { paidAt, timeZone }: { paidAt: string; timeZone: string },
): Promise<Day> {
  let sum = 0
  for (const { amount, received_at } of standing(await listPayments(db, id))) {
    sum += amount
    if (sum >= total) return dayIn(timeZone, received_at)
  }
  return dayIn(timeZone, paidAt)
}
