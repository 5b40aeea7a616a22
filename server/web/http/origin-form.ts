import type { RequestListener } from 'node:http'

/** Keeps path and query of an absolute target, which servers must accept. Its host names no other site here. RFC 9112, 3.2.2. */
export function originForm(app: RequestListener): RequestListener {
  return (req, res) => {
    if (!req.url?.startsWith('/')) req.url = `/${req.url?.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?]*\/?/i, '')}`
    app(req, res)
  }
}
