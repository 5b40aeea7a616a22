import type { RequestHandler } from 'express'
import { escapeHtml } from '../../shared/text/escape-html.ts'
import type { Config } from '../config.ts'
import { sessionToken } from '../people/sign-in/session-cookie.ts'
import { deskPurpose } from '../people/sign-in/session-lifetimes.ts'

/**
 * Browsers withhold a SameSite=Strict cookie from links on other sites, such as webmail (RFC 6265bis, 8.8.2).
 * A page of ours opens the same address again, this time with the cookie.
 */
export function reopenWithStrictCookie(config: Pick<Config, 'siteUrl'>): RequestHandler {
  return (req, res, next) => {
    const isForeign = req.method === 'GET' && req.get('sec-fetch-site') === 'cross-site'
    if (!isForeign || sessionToken(req.headers, config, deskPurpose) !== null) return next()
    const address = escapeHtml(req.originalUrl)
    res
      .type('html')
      .send(
        `<!DOCTYPE html><html lang="en"><title>The desk</title><meta http-equiv="refresh" content="0; url=${address}"><a href="${address}">Open the desk</a></html>`,
      )
  }
}
