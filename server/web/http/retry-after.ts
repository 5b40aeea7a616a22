import type { ErrorCode } from '#shared/http/error-codes.ts'

type Other = 'order_pending' | 'metrics_not_gathered'

/** Seconds by error code. */
const retryAfter = {
  in_progress: 1,
  order_pending: 3,
  metrics_not_gathered: 5,
  temporarily_unavailable: 5,
  payment_provider_unavailable: 10,
  event_not_stored: 30,
  contact_unavailable: 60,
  pricing_unavailable: 60,
  verification_unavailable: 60,
} as const satisfies Partial<Record<ErrorCode | Other, number>>

/** RFC 9110, 10.2.3. Empty for a code outside the table. */
export function retryAfterHeader(code: ErrorCode | Other): Record<string, string> {
  const seconds = (retryAfter as Partial<Record<ErrorCode | Other, number>>)[code]
  return seconds === undefined ? {} : { 'Retry-After': String(seconds) }
}
