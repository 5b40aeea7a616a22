import express, { type RequestHandler, Router } from 'express'
import { maxBodyBytes } from '#shared/http/body-limit.ts'
import { AppError } from './errors.ts'

const limit = maxBodyBytes

export const parseForm = express.urlencoded({ extended: false, limit, parameterLimit: 20 })

export const parseText = (...types: string[]) => express.text({ type: types, limit })

/** Many programs write "utf8", which parsers don't know. */
export const spellCharset: RequestHandler = (req, _res, next) => {
  const type = req.headers['content-type']
  if (type) req.headers['content-type'] = type.replace(/(;\s*charset="?)utf8\b/i, '$1utf-8')
  next()
}

export function parseJsonBody(): RequestHandler {
  const router = Router()
  router.use((req, _res, next) => {
    if (
      req.body === undefined &&
      hasBody(req.headers) &&
      !req.is(['application/json', 'application/*+json'])
    ) {
      throw new AppError(415, 'unsupported_media_type', 'The body must be application/json.', {
        headers: { Accept: 'application/json' },
      })
    }
    next()
  })
  // Null and plain texts are JSON, too; the schema refuses them.
  router.use(express.json({ limit, strict: false, type: ['application/json', 'application/*+json'] }))
  return router
}

export function hasBody(headers: NodeJS.Dict<string | string[]>): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
