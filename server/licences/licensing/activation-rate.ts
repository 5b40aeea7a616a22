import type { RequestHandler, Response } from 'express'
import { maxKeyText } from '#shared/licensing/requests.ts'
import type { AppContext } from '../../context.ts'
import type { Asked } from '../../web/endpoint.ts'
import { toAppError } from '../../web/http/errors.ts'
import { limitRate } from '../../web/middleware/rate-limit.ts'
import { findShown, isToken } from './enrolments.ts'

/** A malformed key also caused a look-up, because keys of other systems have any shape. */
export function isGuess(code: string): boolean {
  return code === 'licence_not_found' || code === 'licence_key_malformed'
}

/** Refuses before any look-up, so that guessing keys reveals nothing. */
export function limitActivation({ rateLimits }: Pick<AppContext, 'rateLimits'>): RequestHandler[] {
  return [
    limitRate(rateLimits.activation),
    async (req, _res, next) => {
      await rateLimits.unknownKeys.requireLeft(req)
      next()
    },
  ]
}

/**
 * Counts requests with a key of an active licence by its seats, and all others by address. Addresses that
 * tried too many keys may still use tokens, which can't be guessed. Needs the parsed body.
 */
export function limitPrograms(ctx: AppContext): RequestHandler {
  const { database, keyring, rateLimits } = ctx
  return async (req, res, next) => {
    const { licenceKey, licenseKey } = Object(req.body)
    const typed = licenceKey ?? licenseKey
    const shown = typeof typed === 'string' && typed.length <= maxKeyText ? typed : ''
    if (!isToken(shown)) await rateLimits.unknownKeys.requireLeft(req)
    const found = shown === '' ? 'licence_key_malformed' : await findShown(database.db, shown, keyring)
    if (typeof found !== 'string' && found.licence.status === 'active') {
      await rateLimits.licences.takeFor(found.licence.id, found.licence.seat_limit)
    } else {
      await rateLimits.unknownKeys.requireLeft(req)
      await rateLimits.activation.take(req, res)
    }
    next()
  }
}

/** Counts each text that isn't a key. @throws AppError as `look` does, or 429 for too many */
export async function countUnknownKey<Answer>(
  { rateLimits }: Pick<AppContext, 'rateLimits'>,
  asked: Pick<Asked, 'ip'>,
  res: Response | undefined,
  look: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await look()
  } catch (error) {
    if (isGuess(toAppError(error).code)) await rateLimits.unknownKeys.take(asked, res)
    throw error
  }
}
