import type { RequestHandler } from 'express'
import type { AppContext } from '../../context.ts'
import type { Gate } from '../endpoint.ts'

/** Answers with keys must not be cached or indexed, or leak their address as referrer. */
export const privateHeaders: RequestHandler = (_req, res, next) => {
  res.set({
    'Cache-Control': 'private, no-store',
    'Referrer-Policy': 'no-referrer',
    'X-Robots-Tag': 'noindex',
  })
  next()
}

/** Admits everybody, and keeps the answer private. */
export const forEverybody: Gate<AppContext, unknown> = { guards: () => [privateHeaders] }
