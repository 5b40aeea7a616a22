import type { RequestHandler, Response } from 'express'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Config } from '../../config.ts'
import type { Database } from '../../runtime/db/database.ts'
import type { AppError } from '../http/errors.ts'
import { isRead } from '../http/is-read.ts'
import { clientKey } from './client-key.ts'
import { createMemoryLimiter, type Limiter } from './memory-limiter.ts'
import { rateLimitHeaders } from './rate-limit-headers.ts'
import { createSharedStore } from './rate-limit-store.ts'
import { rateLimited } from './require-rate.ts'

export type RatePolicy = {
  name: string
  quota: number
  windowSeconds: number
  /** A key may have several times the quota, see `takeFor`. */
  isMultiplied?: true
}

/**
 * People never reach these limits. Pages, price lists and content queries have none, because they cost
 * little; webhooks are signed.
 */
export const ratePolicies = {
  // Polling an order or asking for its answer again doesn't count.
  newOrdersAndQuotes: { name: 'new-orders-and-quotes', quota: 10, windowSeconds: 600 },
  // Checkout, quotes and the cart's price, where discount codes can be tried.
  carts: { name: 'carts', quota: 60, windowSeconds: 60 },
  // The order's page polls every few seconds while a payment is pending.
  general: { name: 'general', quota: 120, windowSeconds: 60 },
  activation: { name: 'activation', quota: 30, windowSeconds: 60 },
  // Per seat of an active licence, from any address, because a school installs many behind one.
  licences: { name: 'licences', quota: 30, windowSeconds: 60, isMultiplied: true },
  // Lets a school install a room of machines behind one address.
  trials: { name: 'trials', quota: 60, windowSeconds: 3600 },
  unknownKeys: { name: 'unknown-keys', quota: 10, windowSeconds: 900 },
  contact: { name: 'contact', quota: 5, windowSeconds: 600 },
  signIn: { name: 'sign-in', quota: 5, windowSeconds: 3600 },
  // Both windows last as long as a link, so whoever is refused has been mailed a valid one.
  signInAddress: { name: 'sign-in-address', quota: 5, windowSeconds: 1800 },
  deskLinks: { name: 'desk-links', quota: 5, windowSeconds: 900 },
  // Refuses nobody; further requests need the human check.
  deskLinksUnchecked: { name: 'desk-links-unchecked', quota: 2, windowSeconds: 900 },
  desk: { name: 'desk', quota: 600, windowSeconds: 60 },
  remoteRooms: { name: 'remote-rooms', quota: 10, windowSeconds: 600 },
  // Counts both devices, often behind one address: a question and an answer per second, and the buttons.
  remoteMessages: { name: 'remote-messages', quota: 900, windowSeconds: 60 },
  refusals: { name: 'refusals', quota: 60, windowSeconds: 60 },
} as const satisfies Record<string, RatePolicy>

export type RateLimits = Record<keyof typeof ratePolicies, RateLimit>

type Client = { ip?: string | undefined }

export type RateLimit = {
  /** @throws AppError 429 `rate_limited` if this request exceeds the quota */
  take(client: Client, res?: Response): Promise<void>
  /**
   * Counts a key other than a client, such as an e-mail address, and sets no headers.
   * @param times multiple of the quota
   * @throws as `take` does
   */
  takeFor(key: string, times?: number): Promise<void>
  /**
   * Counts a key as `takeFor` does, but never refuses.
   * @returns ms until it has quota again; 0 if it has some
   */
  countFor(key: string): Promise<number>
  /** Counts nothing. @throws AppError 429 `rate_limited` if no quota is left */
  requireLeft(client: Client): Promise<void>
  count(ip: string | undefined): Promise<void>
}

/**
 * PostgreSQL counts for all processes.
 * @param options `patienceMs` without its answer makes a process count alone
 */
export function createRateLimits(
  { rateLimitFactor }: Pick<Config, 'rateLimitFactor'>,
  database: Database,
  { patienceMs = 250 } = {},
): RateLimits {
  const store = database.engine === 'postgres' ? createSharedStore(database.db, patienceMs) : null
  const entries = Object.entries(ratePolicies).map(([name, policy]) => {
    const quota = scaleQuota(policy.quota, rateLimitFactor)
    return [name, quota === 0 ? unlimited : createRateLimit({ ...policy, quota }, store)]
  })
  return Object.fromEntries(entries)
}

/** @returns 0 for no limit */
export function scaleQuota(quota: number, factor: number): number {
  return factor === 0 ? 0 : Math.max(1, Math.round(quota * factor))
}

export function limitRate(limit: RateLimit): RequestHandler {
  return async (req, res, next) => {
    await limit.take(req, res)
    next()
  }
}

const wrongInItself = new Set([400, 413, 415, 422])

/** Counts requests that failed validation, and refuses a client that sent too many. */
export function limitRefusals(limit: RateLimit): RequestHandler {
  return async (req, res, next) => {
    if (isRead(req)) return next()
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
  async countFor() {
    return 0
  },
  async requireLeft() {},
  async count() {},
}

function createRateLimit(policy: RatePolicy, store: ReturnType<typeof createSharedStore> | null): RateLimit {
  const limiter = createLimiter(policy, store)
  return {
    async take(req, res) {
      const left = await takeOne(clientKey(req.ip))
      const headers = rateLimitHeaders(policy, left)
      for (const name of ['RateLimit-Policy', 'RateLimit'] as const) res?.append(name, headers[name])
    },
    async takeFor(key, times) {
      await takeOne(key, times)
    },
    async countFor(key) {
      const { remaining, msBeforeNext } = await countOne(key)
      return remaining < 0 ? msBeforeNext : 0
    },
    async requireLeft({ ip }) {
      const used = await limiter.get(clientKey(ip))
      if (used && used.consumedPoints >= policy.quota) throw tooMany(policy, used.msBeforeNext)
    },
    async count(ip) {
      // Ignores a rejection, because `requireLeft` refuses the next request.
      await limiter.consume(clientKey(ip)).catch(() => {})
    },
  }

  async function takeOne(key: string, times = 1): Promise<Left> {
    const left = await countOne(key, times)
    if (left.remaining < 0) throw tooMany(policy, left.msBeforeNext)
    return left
  }

  async function countOne(key: string, times = 1): Promise<Left> {
    const used = await limiter.consume(key).catch((refused: unknown) => refused)
    if (!(used instanceof RateLimiterRes)) throw used
    const remaining = isBlocked(used) ? -1 : times * policy.quota - used.consumedPoints
    return { remaining, msBeforeNext: used.msBeforeNext }
  }
}

/** `remaining` is negative above the quota. */
type Left = { remaining: number; msBeforeNext: number }

function isBlocked({ consumedPoints, remainingPoints }: RateLimiterRes): boolean {
  return consumedPoints === 0 && remainingPoints === 0
}

function createLimiter(policy: RatePolicy, store: ReturnType<typeof createSharedStore> | null): Limiter {
  const memory = createMemoryLimiter(policy)
  if (!store) return memory
  const shared = new RateLimiterPostgres({
    keyPrefix: policy.name,
    points: policy.quota,
    duration: policy.windowSeconds,
    storeClient: store,
    storeType: 'client',
    tableName: 'rate_limits',
    tableCreated: true,
    // A flood must not reach the database.
    ...(!policy.isMultiplied && { inMemoryBlockOnConsumed: policy.quota }),
  })
  return {
    consume: (key) =>
      shared.consume(key).catch((refused: unknown) => {
        if (refused instanceof RateLimiterRes) throw refused
        return memory.consume(key)
      }),
    get: (key) => shared.get(key).catch(() => memory.get(key)),
  }
}

function tooMany(policy: RatePolicy, msBeforeNext: number): AppError {
  return rateLimited(policy, msBeforeNext, 'That’s too many tries in a row.')
}
