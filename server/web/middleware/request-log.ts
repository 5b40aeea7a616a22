import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RequestHandler } from 'express'
import type { Config } from '../../config.ts'
import type { Log } from '../../runtime/log.ts'

declare module 'express-serve-static-core' {
  interface Request {
    id: string
  }
}

/** Number of stored pages per log line. With LOG_LEVEL=debug each page has its own. */
const storedPagesPerLine = 1_000

export function requestId({ trustProxy }: Pick<Config, 'trustProxy'>): RequestHandler {
  return (req, res, next) => {
    req.id = requestIdOf(req, trustProxy)
    res.set('X-Request-Id', req.id)
    next()
  }
}

/** Accepts only a trusted proxy's request id. */
export function requestIdOf({ headers }: IncomingMessage, trustProxy: Config['trustProxy']): string {
  const given = trustProxy !== 0 ? headers['x-request-id'] : undefined
  return typeof given === 'string' && /^[\w.-]{1,128}$/.test(given) ? given : randomUUID()
}

/** Adds the order's number and id to its log lines, so that one search finds them all. */
export function noteOrder(
  res: ServerResponse | undefined,
  { id, number }: { id: string; number: string },
): void {
  if (res) Object.assign(res, { [noted]: { order: number, orderId: id } })
}

export function orderOf(res: ServerResponse): { order?: string; orderId?: string } {
  return (res as { [noted]?: { order: string; orderId: string } })[noted] ?? {}
}

const noted = Symbol('order')

/** Hides e-mail addresses in paths of the desk. */
function withoutAddresses(path: string): string {
  const segments = path.split('/')
  return segments.map((segment) => (/@|%40/.test(segment) ? '[redacted]' : segment)).join('/')
}

/** Logs no query, because it may carry a token. */
export function createRequestLog(log: Log) {
  const perLine = log.isLevelEnabled('debug') ? 1 : storedPagesPerLine
  let storedPages = 0

  return (
    req: IncomingMessage & { id?: string },
    res: ServerResponse,
    path: string,
    { isStored = false } = {},
  ): void => {
    if (isStored && storedPages++ % perLine !== 0) return
    const start = performance.now()
    res.on('close', () => {
      log.info(
        {
          requestId: req.id,
          ...orderOf(res),
          method: req.method,
          path: withoutAddresses(path),
          status: res.writableFinished ? res.statusCode : 499,
          ms: Math.round((performance.now() - start) * 10) / 10,
          ...(isStored && { storedPages: perLine }),
        },
        'request',
      )
    })
  }
}
