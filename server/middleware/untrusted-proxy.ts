import type { RequestHandler } from 'express'
import type { Log } from '../log.ts'

/** Warns once of a proxy that `TRUST_PROXY` leaves out: all its visitors would share each rate limit. */
export function warnOfUntrustedProxy(log: Log): RequestHandler {
  let warned = false
  return ({ headers }, _res, next) => {
    if (!warned && headers['x-forwarded-for'] !== undefined) {
      warned = true
      log.warn(
        'X-Forwarded-For came while TRUST_PROXY is 0: behind a proxy all visitors count as one client. ' +
          'Set TRUST_PROXY to the number of proxies in front; where there is none, a client made the header up.',
      )
    }
    next()
  }
}
