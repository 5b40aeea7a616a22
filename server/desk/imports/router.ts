import { Router } from 'express'
import { importUploadQuerySchema } from '#shared/desk/requests/import.ts'
import type { AppContext } from '../../context.ts'
import { takeFile } from '../../licences/import/imports.ts'
import { findImport } from '../../licences/import/run-import.ts'
import { AppError, formMethods } from '../../web/http/errors.ts'
import { parse } from '../../web/http/parse.ts'
import { uploadGuards } from '../forms/upload-guards.ts'
import { requireDesk, staffOf } from '../staff.ts'
import { viewImport } from './view-import.ts'

const types = ['text/csv', 'text/plain', 'application/octet-stream']

/** Stores the file as sent. */
export function createUploadRouter(ctx: AppContext): Router {
  const router = Router()
  router.all('/', requireDesk(ctx), formMethods)
  router.post('/', ...uploadGuards(ctx, 'licences.import'), async (req, res) => {
    const { name } = parse(importUploadQuerySchema, req.query, 'invalid_request')
    if (!req.is(types) || req.headers['content-encoding'] !== undefined) {
      const detail = `The body must be one of ${types.join(', ')}, not compressed.`
      throw new AppError(415, 'unsupported_media_type', detail)
    }
    const id = await takeFile(ctx, { name, file: req, who: staffOf(res).email })
    res.status(201).json({ import: await viewImport(ctx, await findImport(ctx.database.db, id)) })
  })
  return router
}
