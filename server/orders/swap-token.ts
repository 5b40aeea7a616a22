import type { Request, RequestHandler } from 'express'
import type { Config } from '../config.ts'
import { type Asked, rememberOrder } from './access.ts'

type Swap<Params> = {
  orderId(req: Request<Params>): string
  opens(id: string, token: string, req: Asked): boolean | Promise<boolean>
  /** The request's own, without the token. */
  address(req: Request<Params>): string
  /** For a token that opens nothing; by default the address loses it all the same. */
  onRefused?(): never
}

/** A token in an address would stay in histories and logs: it becomes the cookie, and the address loses it. */
export function swapToken<Params>(
  config: Config,
  { orderId, opens, address, onRefused }: Swap<Params>,
): RequestHandler<Params> {
  return async (req, res, next) => {
    const { token } = req.query
    if (!['GET', 'HEAD'].includes(req.method) || typeof token !== 'string') return next()
    if (await opens(orderId(req), token, req)) rememberOrder(req, res, config, token, placeOf(req))
    else onRefused?.()
    res.redirect(303, address(req))
  }
}

/**
 * Any site may lead a visitor to a link, as webmail does, or to five of them to push the visitor's own orders out. Only a
 * browser can say that it was the visitor or this site (W3C Fetch Metadata, 2.3).
 */
function placeOf({ headers }: Asked): 'first' | 'last' {
  return ['none', 'same-origin'].includes(String(headers['sec-fetch-site'])) ? 'first' : 'last'
}
