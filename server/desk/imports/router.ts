import { Router } from 'express'
import { importUploadQuerySchema } from '#shared/desk/requests.ts'
import type { AppContext } from '../../context.ts'
import { takeFile } from '../../licences/import/imports.ts'
import { findImport } from '../../licences/import/run-import.ts'
import { AppError } from '../../web/http/errors.ts'
import { parse } from '../../web/http/parse.ts'
import { privateHeaders } from '../../web/http/private-headers.ts'
import { limitRate } from '../../web/middleware/rate-limit.ts'
import { allow, requireDesk, staffOf } from '../staff.ts'
import { viewImport } from './view-import.ts'

const types = ['text/csv', 'text/plain', 'application/octet-stream']

/** Checks the role before reading, and stores the file as it comes. */
export function createUploadRouter(ctx: AppContext): Router {
  const router = Router()
  const guards = [
    requireDesk(ctx),
    privateHeaders,
    limitRate(ctx.rateLimits.desk),
    allow(ctx, 'licences.import'),
  ]
  router.post('/', ...guards, async (req, res) => {
    const { name } = parse(importUploadQuerySchema, req.query, 'invalid_request')
    if (!req.is(types) || req.headers['content-encoding'] !== undefined) {
      const detail = `The body must be one of ${types.join(', ')}, not compressed.`
      throw new AppError(415, 'unsupported_media_type', detail)
    }
    const id = await takeFile(ctx, { name, file: req, who: staffOf(res).email })
    res.status(201).json({ import: viewImport(ctx, await findImport(ctx.database.db, id)) })
  })
  return router
}
