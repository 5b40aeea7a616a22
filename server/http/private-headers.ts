import type { RequestHandler } from 'express'

/** An answer that shows keys is stored by no cache and found by no search engine, and its address isn't passed on. */
export const privateHeaders: RequestHandler = (_req, res, next) => {
  res.set({
    'Cache-Control': 'private, no-store',
    'Referrer-Policy': 'no-referrer',
    'X-Robots-Tag': 'noindex',
  })
  next()
}
