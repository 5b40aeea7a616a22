import type { Request, RequestHandler } from 'express'
import type { Config } from '../../config.ts'
import { AppError } from '../http/errors.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Pages can't forge Sec-Fetch-Site (W3C Fetch Metadata) and Origin (RFC 6454); programs send neither.
 * @throws AppError 403
 */
export function sameOrigin(config: Pick<Config, 'siteUrl' | 'corsOrigins'>): RequestHandler {
  const known = new Set([config.siteUrl, ...config.corsOrigins])
  return (req, _res, next) => {
    if (safeMethods.has(req.method) || isFromHere(req)) return next()
    throw new AppError(403, 'cross_origin_refused', 'Pages of other sites may not do this.')
  }

  function isFromHere(req: Request): boolean {
    const origin = req.get('origin')
    if (origin !== undefined && known.has(origin)) return true
    const site = req.get('sec-fetch-site')
    if (site !== undefined) return site === 'same-origin' || site === 'none'
    // Over plain HTTP browsers omit Sec-Fetch-Site, and visitors may use another host name than SITE_URL's.
    return origin === undefined || (URL.canParse(origin) && new URL(origin).host === req.host)
  }
}
