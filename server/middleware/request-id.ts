import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { RequestHandler } from 'express'
import type { Config } from '../config.ts'

declare module 'express-serve-static-core' {
  interface Request {
    /** Names this request in the log and in error answers. */
    id: string
  }
}

/** Gives every request its id, and tells it in the answer. */
export function requestId({ trustProxy }: Pick<Config, 'trustProxy'>): RequestHandler {
  return (req, res, next) => {
    req.id = requestIdOf(req, trustProxy)
    res.set('X-Request-Id', req.id)
    next()
  }
}

/** The id that a trusted proxy gave, or a new one. */
export function requestIdOf({ headers }: IncomingMessage, trustProxy: Config['trustProxy']): string {
  const given = trustProxy !== 0 ? headers['x-request-id'] : undefined
  return typeof given === 'string' && /^[\w.-]{1,128}$/.test(given) ? given : randomUUID()
}
