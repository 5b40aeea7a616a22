import type { RequestHandler } from 'express'
import { withoutTrailingSlashes } from '../http/trailing-slashes.ts'

/** Redirects every other spelling of a path to the one by which its page is known. */
export const canonicalPath: RequestHandler = (req, res, next) => {
  const target = toCanonicalPath(req.path)
  if (target === req.path || !['GET', 'HEAD'].includes(req.method)) return next()
  const [, query = ''] = /(\?.*)$/s.exec(req.originalUrl) ?? []
  // A query may carry an order's token, which no cache should keep.
  res.set('Cache-Control', 'no-store').redirect(301, target + query)
}

/** Escapes of letters, digits, `-`, `.`, `_` and `~`, which need none. */
const escapedUnreserved = /%(?:2[DE]|3\d|[46][1-9A-F]|[57][\dA]|5F|7E)/gi

/**
 * The path without needless escapes, dot segments, repeated and trailing slashes: `/%73hop//./cart/` is `/shop/cart`.
 * RFC 3986, 6.2.2. It begins with exactly one slash, so a redirect to it stays on this site.
 */
export function toCanonicalPath(path: string): string {
  const decoded = path.replace(escapedUnreserved, decodeURIComponent).replace(/[/\\]+/g, '/')
  return withoutTrailingSlashes(new URL(decoded, 'http://localhost').pathname)
}
