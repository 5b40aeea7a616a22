import { LRUCache } from 'lru-cache'
import { RateLimiterRes } from 'rate-limiter-flexible'
import type { RatePolicy } from './rate-limit.ts'

/** See the README for their memory. */
const mostKeys = 20_000

export type Limiter = {
  /** @returns what is left; rejects with it if this request exceeds the quota */
  consume(key: string): Promise<RateLimiterRes>
  /** Counts nothing. @returns null for a key without a count */
  get(key: string): Promise<RateLimiterRes | null>
}

type Count = { consumed: number; endsAt: number }

/**
 * Counts in memory. Evicts the key that asked longest ago; refused requests count as asking. A client
 * therefore loses its count only to `most` other clients, each within its own quota.
 */
export function createMemoryLimiter(
  { quota, windowSeconds }: Pick<RatePolicy, 'quota' | 'windowSeconds'>,
  most = mostKeys,
): Limiter {
  // With `max` the cache would allocate room for all keys at once.
  const counts = new LRUCache<string, Count>({ maxSize: most, sizeCalculation: () => 1 })

  function find(key: string): Count | null {
    const count = counts.get(key)
    return count && count.endsAt > performance.now() ? count : null
  }

  function begin(key: string): Count {
    const count = { consumed: 0, endsAt: performance.now() + windowSeconds * 1000 }
    counts.set(key, count)
    return count
  }

  function resultOf({ consumed, endsAt }: Count): RateLimiterRes {
    return new RateLimiterRes(Math.max(0, quota - consumed), endsAt - performance.now(), consumed)
  }

  return {
    async consume(key) {
      const count = find(key) ?? begin(key)
      count.consumed += 1
      const result = resultOf(count)
      if (count.consumed > quota) throw result
      return result
    },
    async get(key) {
      const count = find(key)
      return count && resultOf(count)
    },
  }
}
