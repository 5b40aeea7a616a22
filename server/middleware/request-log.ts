import type { RequestHandler } from 'express'
import type { Log } from '../log.ts'

/** One line per answer; addresses lose their query, which may carry a token. */
export function requestLog(log: Log): RequestHandler {
  return (req, res, next) => {
    const start = performance.now()
    const path = req.path
    res.on('close', () => {
      log.info(
        {
          requestId: req.id,
          method: req.method,
          path,
          status: res.writableFinished ? res.statusCode : 499,
          ms: Math.round((performance.now() - start) * 10) / 10,
        },
        'request',
      )
    })
    next()
  }
}
