import { type Day, dayIn, startOfDay } from '#shared/calendar/calendar.ts'
import type { OrderRow } from '../../runtime/db/rows/orders.ts'
import { invalidField } from '../../web/http/parse.ts'

/**
 * @returns now if the day is today, else the start of the day, or the order's own time if that is later
 * @throws AppError 422 for a day before the order or after today
 */
export function readTransferDay(
  { created_at, number }: OrderRow,
  on: Day | undefined,
  { timeZone, now }: { timeZone: string; now: Date },
): string {
  if (on === undefined || on === dayIn(timeZone, now)) return now.toISOString()
  const placedOn = dayIn(timeZone, created_at)
  if (on < placedOn) throw invalidField('/date', `Order ${number} was placed on ${placedOn}, after that day.`)
  if (on > dayIn(timeZone, now)) throw invalidField('/date', 'That day is still to come.')
  const start = startOfDay(timeZone, on).toISOString()
  return start < created_at ? created_at : start
}
