import type { RequestHandler } from 'express'
import { isRead } from '../http/is-read.ts'
import { withoutTrailingSlashes } from '../http/trailing-slashes.ts'

export const canonicalPath: RequestHandler = (req, res, next) => {
  const target = toCanonicalPath(req.path)
  if (target === req.path || !isRead(req)) return next()
  const [, query = ''] = /(\?.*)$/s.exec(req.originalUrl) ?? []
  // A query may carry an order's token, so no cache may keep the redirect.
  res.set('Cache-Control', 'no-store').redirect(301, target + query)
}

const escapedUnreserved = /%(?:2[DE]|3\d|[46][1-9A-F]|[57][\dA]|5F|7E)/gi

/**
 * `/%73hop//./cart/` becomes `/shop/cart` (RFC 3986, 6.2.2). One leading slash keeps redirects on this site.
 */
export function toCanonicalPath(path: string): string {
  const decoded = path.replace(escapedUnreserved, decodeURIComponent).replace(/[/\\]+/g, '/')
  return withoutTrailingSlashes(new URL(decoded, 'http://localhost').pathname)
}
