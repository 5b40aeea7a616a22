const minute = 60_000

/** The longest pause between two attempts: "once every two or three hours" (RFC 5321, 4.5.4.1). */
const longestMs = 120 * minute

/**
 * How many attempts a mail gets: pauses of 1, 2, 4 … 64 minutes, then one of two hours after another, together five
 * days at least ("the give-up time generally needs to be at least 4-5 days", RFC 5321, 4.5.4.1).
 */
export const maxAttempts = 67

/**
 * The pause after an attempt that failed.
 * @param attempt from 1
 * @param jitter from 0 to 1: up to a quarter more, so that the mails of one outage don't come back all at once
 * @returns milliseconds; null when it was the last attempt
 */
export function retryDelayMs(attempt: number, jitter: number): number | null {
  if (attempt >= maxAttempts) return null
  return Math.round(Math.min(minute * 2 ** (attempt - 1), longestMs) * (1 + jitter / 4))
}
