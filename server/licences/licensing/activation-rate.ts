import type { RequestHandler, Response } from 'express'
import type { AppContext } from '../../context.ts'
import type { Asked } from '../../web/endpoint.ts'
import { toAppError } from '../../web/http/errors.ts'
import { limitRate } from '../../web/middleware/rate-limit.ts'

/** A malformed text was looked up, too: keys of other systems have any shape. */
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

/** Counts each text that is no key. @throws AppError as `look`, or 429 for one too many */
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
