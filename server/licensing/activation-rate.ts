import type { ErrorRequestHandler, RequestHandler } from 'express'
import type { AppContext } from '../context.ts'
import { toAppError } from '../http/errors.ts'
import { limitRate } from '../middleware/rate-limit.ts'

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

export function countUnknownKey({ rateLimits }: Pick<AppContext, 'rateLimits'>): ErrorRequestHandler {
  return async (error, req, res, next) => {
    if (toAppError(error).code === unknownKey) await rateLimits.unknownKeys.take(req, res)
    next(error)
  }
}
