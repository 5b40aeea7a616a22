import type { RequestHandler } from 'express'

/** What shows keys is kept by no cache, told to no other site, and found by no search engine. */
export const privately: RequestHandler = (_req, res, next) => {
  res.set({
    'Cache-Control': 'private, no-store',
    'Referrer-Policy': 'no-referrer',
    'X-Robots-Tag': 'noindex',
  })
  next()
}
