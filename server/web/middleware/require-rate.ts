import { tryAgainIn } from '#shared/http/try-again.ts'
import { AppError } from '../http/errors.ts'
import type { RatePolicy } from './rate-limit.ts'
import { rateLimitHeaders } from './rate-limit-headers.ts'

/**
 * Limits an act by the times stored in the database, so that the limit outlives the process.
 * @param times of earlier acts in ISO 8601, newest first; at most the quota is read
 * @throws AppError 429 `rate_limited` with this reason while the window holds the whole quota
 */
export function requireRate(
  policy: RatePolicy,
  times: string[],
  { now, reason }: { now: Date; reason: string },
): void {
  const oldest = times[policy.quota - 1]
  const windowMs = policy.windowSeconds * 1000
  const msBeforeNext = oldest ? Date.parse(oldest) + windowMs - now.getTime() : 0
  if (msBeforeNext > 0) throw rateLimited(policy, msBeforeNext, reason)
}

/** @returns a 429 `rate_limited` with the time of the next allowed request, in words and headers */
export function rateLimited(policy: RatePolicy, msBeforeNext: number, reason: string): AppError {
  const headers = rateLimitHeaders(policy, { remaining: 0, msBeforeNext })
  return new AppError(429, 'rate_limited', `${reason} ${tryAgainIn(msBeforeNext)}.`, { headers })
}
