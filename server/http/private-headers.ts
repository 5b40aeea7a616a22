import type { RequestHandler } from 'express'

/** An answer with keys in it must not be cached, indexed or leak its address as referrer. */
export const privateHeaders: RequestHandler = (_req, res, next) => {
  res.set({
    'Cache-Control': 'private, no-store',
    'Referrer-Policy': 'no-referrer',
    'X-Robots-Tag': 'noindex',
  })
  next()
}
