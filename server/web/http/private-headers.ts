import type { RequestHandler } from 'express'
import type { AppContext } from '../../context.ts'
import type { Gate } from '../endpoint.ts'

/** An answer with keys in it must not be cached, indexed or leak its address as referrer. */
export const privateHeaders: RequestHandler = (_req, res, next) => {
  res.set({
    'Cache-Control': 'private, no-store',
    'Referrer-Policy': 'no-referrer',
    'X-Robots-Tag': 'noindex',
  })
  next()
}

/** Lets everybody in, and keeps the answer private. */
export const forEverybody: Gate<AppContext, unknown> = { guards: () => [privateHeaders] }
