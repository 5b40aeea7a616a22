import { addDays, addMonths, type Day, formatDate } from '#shared/calendar/calendar.ts'

type Days = { from: Day; to: Day }

/** The first and last day of a month, "2026-11". */
export function daysOfMonth(month: string): Days {
  const from = `${month}-01` as Day
  return { from, to: addDays(addMonths(from, 1), -1) }
}

/** @param months oldest first */
export function spanOfMonths(months: readonly { month: string }[]): Days {
  const [first, last] = [months[0]?.month ?? '', months.at(-1)?.month ?? '']
  return { from: daysOfMonth(first).from, to: daysOfMonth(last).to }
}

/** "2026-11" → "November 2026" */
export function monthName(month: string): string {
  return formatDate(`${month}-01` as Day).slice(2)
}

/** "2026-11" → "Nov 2026" */
export function shortMonth(month: string): string {
  const [name = '', year = ''] = monthName(month).split(' ')
  return `${name.slice(0, 3)} ${year}`
}

/** 1 of 8 → "13 %". A dash if `whole` is zero. */
export function percentOf(part: number, whole: number): string {
  return whole === 0 ? '–' : `${Math.round((part / whole) * 1000) / 10}%`
}
