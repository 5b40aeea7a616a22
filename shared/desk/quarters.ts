import { addDays, addMonths, type Day } from '../calendar/calendar.ts'

/** The quarter of a Business Activity Statement. Both days are included. */
export function quarterOf(day: Day): { from: Day; to: Day } {
  const [year = '', month = ''] = day.split('-')
  const first = 3 * Math.floor((Number(month) - 1) / 3) + 1
  const from = `${year}-${String(first).padStart(2, '0')}-01` as Day
  return { from, to: addDays(addMonths(from, 3), -1) }
}
