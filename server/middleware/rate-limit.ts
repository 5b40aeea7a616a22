import type { Request, RequestHandler, Response } from 'express'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import { AppError } from '../errors.ts'
import { clientKey } from './client-key.ts'
import { rateLimitHeaders } from './rate-limit-headers.ts'
import { createSharedStore } from './rate-limit-store.ts'

/** So many requests of one client in each window. */
export type RatePolicy = { name: string; quota: number; windowSeconds: number }

/**
 * What a person never reaches and a program does. Pages, prices and content queries have none: they change nothing, cost
 * little, and a web tier asks for them on nobody's behalf. For orders it names the visitor. Webhooks need none, because they are signed.
 */
const policies = {
  // New orders. Whoever waits for one that is being placed, or asks for its answer again, uses up none.
  checkout: { name: 'checkout', quota: 10, windowSeconds: 600 },
  checkoutTries: { name: 'checkout-tries', quota: 60, windowSeconds: 60 },
  // The order's page asks every few seconds while a payment is on its way.
  orders: { name: 'orders', quota: 120, windowSeconds: 60 },
  activation: { name: 'activation', quota: 30, windowSeconds: 60 },
  unknownKeys: { name: 'unknown-keys', quota: 10, windowSeconds: 900 },
  contact: { name: 'contact', quota: 5, windowSeconds: 600 },
} as const satisfies Record<string, RatePolicy>

export type RateLimits = Record<keyof typeof policies, RateLimit>

export type RateLimit = {
  /** Counts this request. @throws AppError 429 `rate_limited` when it is one too many */
  take(req: Request, res: Response): Promise<void>
  /** Counts nothing. @throws AppError 429 `rate_limited` when the next one would be one too many */
  requireLeft(req: Request, res: Response): Promise<void>
}

/** In memory on one process; all processes on one PostgreSQL count together. */
export function createRateLimits(
  { rateLimitFactor }: Pick<Config, 'rateLimitFactor'>,
  database: Database,
): RateLimits {
  const store = database.engine === 'postgres' ? createSharedStore(database.db) : null
  const entries = Object.entries(policies).map(([name, policy]) => {
    const quota = scaleQuota(policy.quota, rateLimitFactor)
    return [name, quota === 0 ? unlimited : createRateLimit({ ...policy, quota }, store)]
  })
  return Object.fromEntries(entries)
}

/** @returns 0 for no limit at all */
export function scaleQuota(quota: number, factor: number): number {
  return factor === 0 ? 0 : Math.max(1, Math.round(quota * factor))
}

/** For every request of a path that a limit stands for. */
export function limitRate(limit: RateLimit): RequestHandler {
  return async (req, res, next) => {
    await limit.take(req, res)
    next()
  }
}

const unlimited: RateLimit = { async take() {}, async requireLeft() {} }

function createRateLimit(policy: RatePolicy, store: ReturnType<typeof createSharedStore> | null): RateLimit {
  const limiter = createLimiter(policy, store)
  return {
    async take(req, res) {
      const used = await limiter.consume(clientKey(req.ip)).catch((refused: unknown) => refused)
      if (!(used instanceof RateLimiterRes)) throw used
      const left = { remaining: policy.quota - used.consumedPoints, msBeforeNext: used.msBeforeNext }
      if (left.remaining < 0 || isBlocked(used)) throw tooMany(policy, left.msBeforeNext)
      res.append('RateLimit-Policy', rateLimitHeaders(policy, left)['RateLimit-Policy'])
      res.append('RateLimit', rateLimitHeaders(policy, left).RateLimit)
    },
    async requireLeft(req) {
      const used = await limiter.get(clientKey(req.ip))
      if (used && used.consumedPoints >= policy.quota) throw tooMany(policy, used.msBeforeNext)
    },
  }
}

/** One that memory knows to be over its quota isn't counted any further. */
function isBlocked({ consumedPoints, remainingPoints }: RateLimiterRes): boolean {
  return consumedPoints === 0 && remainingPoints === 0
}

function createLimiter(
  { name, quota, windowSeconds }: RatePolicy,
  store: ReturnType<typeof createSharedStore> | null,
) {
  const options = { keyPrefix: name, points: quota, duration: windowSeconds }
  const memory = new RateLimiterMemory(options)
  if (!store) return memory
  return new RateLimiterPostgres({
    ...options,
    storeClient: store,
    storeType: 'client',
    tableName: 'rate_limits',
    tableCreated: true,
    // A flood costs the database nothing.
    inMemoryBlockOnConsumed: quota,
    insuranceLimiter: memory,
  })
}

function tooMany(policy: RatePolicy, msBeforeNext: number): AppError {
  return new AppError(429, 'rate_limited', 'That’s too many tries in a row. Wait a moment, then try again.', {
    headers: rateLimitHeaders(policy, { remaining: 0, msBeforeNext }),
  })
}
