import { dayMs } from '#shared/calendar/calendar.ts'

const minute = 60_000
const hour = 60 * minute

/** Nine pauses, a little more than three days in all. */
export const pausesMs = [
  minute / 12,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  dayMs,
]

/** Parses seconds or a date (RFC 9110, 10.2.3). @returns milliseconds, a day at most; 0 for anything else */
export function readRetryAfter(header: string | null, now: Date): number {
  if (header === null) return 0
  const wait = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now.getTime()
  return Number.isNaN(wait) ? 0 : Math.min(dayMs, Math.max(0, wait))
}
