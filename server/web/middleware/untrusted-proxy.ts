import type { IncomingMessage } from 'node:http'
import type { Config } from '../../config.ts'
import type { Log } from '../../runtime/log.ts'

/** Warns once of a proxy missing from `TRUST_PROXY`, whose visitors would all share each rate limit. */
export function warnOfUntrustedProxy({ trustProxy }: Pick<Config, 'trustProxy'>, log: Log) {
  let done = trustProxy !== 0
  return ({ headers }: IncomingMessage): void => {
    if (done || headers['x-forwarded-for'] === undefined) return
    done = true
    log.warn(
      'X-Forwarded-For came while TRUST_PROXY is 0: behind a proxy all visitors count as one client. ' +
        'Set TRUST_PROXY to the number of proxies in front; where there is none, a client made the header up.',
    )
  }
}
