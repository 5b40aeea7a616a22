import type { Request, RequestHandler, Response } from 'express'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import { AppError } from '../http/errors.ts'
import { clientKey } from './client-key.ts'
import { rateLimitHeaders } from './rate-limit-headers.ts'
import { createSharedStore } from './rate-limit-store.ts'

/** So many requests of one client in each window. */
export type RatePolicy = { name: string; quota: number; windowSeconds: number }

/**
 * A person never reaches these and a program does. Pages, prices and content queries have none: they change nothing, cost
 * little, and a web tier asks for them on nobody's behalf. Webhooks have none either: their sender signs.
 */
const policies = {
  // New orders. Whoever waits for one, or asks for its answer again, uses up none.
  checkout: { name: 'checkout', quota: 10, windowSeconds: 600 },
  checkoutTries: { name: 'checkout-tries', quota: 60, windowSeconds: 60 },
  // The order's page asks every few seconds while a payment is on its way.
  orders: { name: 'orders', quota: 120, windowSeconds: 60 },
  activation: { name: 'activation', quota: 30, windowSeconds: 60 },
  // Enough for a school that installs a room of machines behind one address.
  trials: { name: 'trials', quota: 60, windowSeconds: 3600 },
  unknownKeys: { name: 'unknown-keys', quota: 10, windowSeconds: 900 },
  contact: { name: 'contact', quota: 5, windowSeconds: 600 },
  // Links to sign in, by who asks and by the address that they are for.
  signIn: { name: 'sign-in', quota: 5, windowSeconds: 3600 },
  signInAddress: { name: 'sign-in-address', quota: 5, windowSeconds: 3600 },
  // Somebody who works at the desk by keyboard, or a program that reads its lists.
  desk: { name: 'desk', quota: 600, windowSeconds: 60 },
  // All addresses that change something share this one.
  refusals: { name: 'refusals', quota: 60, windowSeconds: 60 },
} as const satisfies Record<string, RatePolicy>

/** The mails of an order count its own sendings, so this policy has no limiter. */
export const resendPolicy: RatePolicy = { name: 'resend', quota: 3, windowSeconds: 3600 }

export type RateLimits = Record<keyof typeof policies, RateLimit>

export type RateLimit = {
  /** Counts this request. @throws AppError 429 `rate_limited` when it is one too many */
  take(req: Request, res: Response): Promise<void>
  /**
   * Counts for something other than a client, such as an address, and says nothing in headers.
   * @throws AppError 429 `rate_limited` when it is one too many
   */
  takeFor(key: string): Promise<void>
  /** Counts nothing. @throws AppError 429 `rate_limited` when the next one would be one too many */
  requireLeft(req: Request): Promise<void>
  /** Counts one more of this address, and refuses nothing. */
  count(ip: string | undefined): Promise<void>
}

/**
 * In memory on one process; all processes on one PostgreSQL count together.
 * @param options `patienceMs` is how long a request waits for PostgreSQL's count before its process counts alone
 */
export function createRateLimits(
  { rateLimitFactor }: Pick<Config, 'rateLimitFactor'>,
  database: Database,
  { patienceMs = 250 } = {},
): RateLimits {
  const store = database.engine === 'postgres' ? createSharedStore(database.db, patienceMs) : null
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

/** The statuses of a request whose own content is at fault. */
const wrongInItself = new Set([400, 413, 415, 422])

/** Counts refused requests that would change something, and answers no more of them to who has sent too many. */
export function limitRefusals(limit: RateLimit): RequestHandler {
  return async (req, res, next) => {
    if (['GET', 'HEAD'].includes(req.method)) return next()
    await limit.requireLeft(req)
    // A closed connection no longer knows its address.
    const { ip } = req
    res.on('close', () => {
      if (wrongInItself.has(res.statusCode)) limit.count(ip)
    })
    next()
  }
}

const unlimited: RateLimit = {
  async take() {},
  async takeFor() {},
  async requireLeft() {},
  async count() {},
}

function createRateLimit(policy: RatePolicy, store: ReturnType<typeof createSharedStore> | null): RateLimit {
  const limiter = createLimiter(policy, store)
  return {
    async take(req, res) {
      const left = await takeOne(clientKey(req.ip))
      res.append('RateLimit-Policy', rateLimitHeaders(policy, left)['RateLimit-Policy'])
      res.append('RateLimit', rateLimitHeaders(policy, left).RateLimit)
    },
    async takeFor(key) {
      await takeOne(key)
    },
    async requireLeft(req) {
      const used = await limiter.get(clientKey(req.ip))
      if (used && used.consumedPoints >= policy.quota) throw tooMany(policy, used.msBeforeNext)
    },
    async count(ip) {
      // It rejects when nothing is left, and `requireLeft` tells the next request so.
      await limiter.consume(clientKey(ip)).catch(() => {})
    },
  }

  async function takeOne(key: string): Promise<{ remaining: number; msBeforeNext: number }> {
    const used = await limiter.consume(key).catch((refused: unknown) => refused)
    if (!(used instanceof RateLimiterRes)) throw used
    const left = { remaining: policy.quota - used.consumedPoints, msBeforeNext: used.msBeforeNext }
    if (left.remaining < 0 || isBlocked(used)) throw tooMany(policy, left.msBeforeNext)
    return left
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
