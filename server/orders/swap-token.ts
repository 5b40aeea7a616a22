import type { Request, RequestHandler } from 'express'
import type { Config } from '../config.ts'
import type { Asked } from './access.ts'
import { rememberOrder } from './order-cookie.ts'

type Swap<Params> = {
  orderId(req: Request<Params>): string
  opens(id: string, token: string, req: Asked): Promise<boolean>
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
 * Webmail leads a visitor to the link of an order, but so may a site that wants to push other orders out of the cookie. A
 * browser says when it was the visitor or this site instead (W3C Fetch Metadata, 2.3).
 */
function placeOf({ headers }: Asked): 'first' | 'last' {
  return ['none', 'same-origin'].includes(String(headers['sec-fetch-site'])) ? 'first' : 'last'
}
