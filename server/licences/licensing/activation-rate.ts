import type { RequestHandler, Response } from 'express'
import type { AppContext } from '../../context.ts'
import type { Asked } from '../../web/endpoint.ts'
import { toAppError } from '../../web/http/errors.ts'
import { limitRate } from '../../web/middleware/rate-limit.ts'

export const unknownKey = 'licence_not_found'

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

/** Counts each unknown key that is tried. @throws AppError as `look`, or 429 for one too many */
export async function countUnknownKey<Answer>(
  { rateLimits }: Pick<AppContext, 'rateLimits'>,
  asked: Pick<Asked, 'ip'>,
  res: Response | undefined,
  look: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await look()
  } catch (error) {
    if (toAppError(error).code === unknownKey) await rateLimits.unknownKeys.take(asked, res)
    throw error
  }
}
