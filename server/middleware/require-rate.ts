import { AppError } from '../http/errors.ts'
import type { RatePolicy } from './rate-limit.ts'
import { rateLimitHeaders } from './rate-limit-headers.ts'

/**
 * Limits an act by the times that the database has of it, so that the limit outlives the process.
 * @param times of earlier acts in ISO 8601, newest first; those after the quota don't matter
 * @throws AppError 429 `rate_limited` with this detail while the window holds the whole quota
 */
export function requireRate(
  policy: RatePolicy,
  times: string[],
  { now, detail }: { now: Date; detail: string },
): void {
  const oldest = times[policy.quota - 1]
  const windowMs = policy.windowSeconds * 1000
  const msBeforeNext = oldest ? Date.parse(oldest) + windowMs - now.getTime() : 0
  if (msBeforeNext > 0) throw rateLimited(policy, msBeforeNext, detail)
}

/** @returns a 429 `rate_limited` whose headers say when the next request is welcome */
export function rateLimited(policy: RatePolicy, msBeforeNext: number, detail: string): AppError {
  const headers = rateLimitHeaders(policy, { remaining: 0, msBeforeNext })
  return new AppError(429, 'rate_limited', detail, { headers })
}
