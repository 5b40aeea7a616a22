import type { RatePolicy } from './rate-limit.ts'

/** IETF draft-ietf-httpapi-ratelimit-headers; adds `Retry-After` if nothing is left. */
export function rateLimitHeaders(
  { name, quota, windowSeconds }: RatePolicy,
  { remaining, msBeforeNext }: { remaining: number; msBeforeNext: number },
) {
  const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000))
  return {
    'RateLimit-Policy': `"${name}";q=${quota};w=${windowSeconds}`,
    RateLimit: `"${name}";r=${remaining};t=${seconds}`,
    ...(remaining === 0 && { 'Retry-After': String(seconds) }),
  }
}
