import type { Request, RequestHandler } from 'express'
import type { Config } from '../../config.ts'
import { isRead } from '../../web/http/is-read.ts'
import type { Visit } from '../../web/http/link-access.ts'
import { rememberToken } from './cookie.ts'

type Swap<Params> = {
  id(req: Request<Params>): string
  opens(id: string, token: string, req: Visit): Promise<boolean>
  address(req: Request<Params>): string
  /** Called if the token opens nothing. By default only the address loses the token. */
  onRefused?(): never
}

/** Moves the token into the cookie, because addresses end up in histories and logs. */
export function swapToken<Params>(
  config: Config,
  { id, opens, address, onRefused }: Swap<Params>,
): RequestHandler<Params> {
  return async (req, res, next) => {
    const { token } = req.query
    if (!isRead(req) || typeof token !== 'string') return next()
    if (await opens(id(req), token, req)) rememberToken(req, res, config, token, placeOf(req))
    else onRefused?.()
    res.redirect(303, address(req))
  }
}

/**
 * Keeps other sites from pushing tokens out of the cookie. Browsers send the initiator (W3C Fetch Metadata,
 * 2.3).
 */
function placeOf({ headers }: Visit): 'first' | 'last' {
  return ['none', 'same-origin'].includes(String(headers['sec-fetch-site'])) ? 'first' : 'last'
}
