import type { RequestHandler } from 'express'
import type { Readiness } from '../health/readiness.ts'

export function connectionClose(readiness: Readiness): RequestHandler {
  return (_req, res, next) => {
    if (readiness.shuttingDown) res.set('Connection', 'close')
    next()
  }
}
