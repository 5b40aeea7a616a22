import { dayMs } from '#shared/calendar/calendar.ts'

const longestMs = dayMs

/** RFC 9110, 10.2.3: seconds or a date. @returns milliseconds, a day at most; 0 for anything else */
export function readRetryAfter(header: string | null, now: Date): number {
  if (header === null) return 0
  const wait = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now.getTime()
  return Number.isNaN(wait) ? 0 : Math.min(longestMs, Math.max(0, wait))
}
