const minute = 60_000

/** "once every two or three hours" (RFC 5321, 4.5.4.1) */
const longestMs = 120 * minute

/** Pauses double from 1 to 64 minutes, then stay at two hours: five days in all (RFC 5321, 4.5.4.1). */
export const maxAttempts = 67

/** @param attempt from 1 @param jitter 0 to 1, spreads the mails of one outage @returns milliseconds; null after the last attempt */
export function retryDelayMs(attempt: number, jitter: number): number | null {
  if (attempt >= maxAttempts) return null
  return Math.round(Math.min(minute * 2 ** (attempt - 1), longestMs) * (1 + jitter / 4))
}
