import { randomUUID } from 'node:crypto'
import type { RequestHandler } from 'express'

declare module 'express-serve-static-core' {
  interface Request {
    /** Names this request in the log and in error answers. */
    id: string
  }
}

/** Takes the id that a trusted proxy gave, or makes one. */
export function requestId({ trustProxy }: { trustProxy: number }): RequestHandler {
  return (req, res, next) => {
    const given = trustProxy > 0 ? req.get('x-request-id') : undefined
    req.id = given && /^[\w.-]{1,128}$/.test(given) ? given : randomUUID()
    res.set('X-Request-Id', req.id)
    next()
  }
}
