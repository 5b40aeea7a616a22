import type { RequestListener } from 'node:http'

/** Reduces an absolute target to path and query, and ignores its host (RFC 9112, 3.2.2). */
export function originForm(app: RequestListener): RequestListener {
  return (req, res) => {
    if (!req.url?.startsWith('/')) req.url = `/${req.url?.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?]*\/?/i, '')}`
    app(req, res)
  }
}
