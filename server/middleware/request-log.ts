import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Log } from '../log.ts'

/** Stored pages are too many for a line each: one line stands for so many. With LOG_LEVEL=debug each has its own. */
const storedPagesPerLine = 1_000

/** Writes one line per answer. An address loses its query, which may carry a token. */
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
          method: req.method,
          path,
          status: res.writableFinished ? res.statusCode : 499,
          ms: Math.round((performance.now() - start) * 10) / 10,
          ...(isStored && { storedPages: perLine }),
        },
        'request',
      )
    })
  }
}
