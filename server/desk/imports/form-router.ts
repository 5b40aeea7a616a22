import type { Readable } from 'node:stream'
import { Busboy } from '@fastify/busboy'
import { type Request, Router } from 'express'
import type { DeskRefusal } from '#shared/desk/form-answer.ts'
import { mayDo } from '#shared/desk/roles.ts'
import { deskRoutes } from '#shared/routes/desk-routes.ts'
import { takeFile } from '../../licences/import/imports.ts'
import { mostImportBytes } from '../../licences/import/read-csv.ts'
import { AppError, toAppError } from '../../web/http/errors.ts'
import type { FormContext } from '../../web/http/form-page.ts'
import { limitRate, limitRefusals } from '../../web/middleware/rate-limit.ts'
import { findStaff } from '../staff.ts'

export function createRouter(ctx: FormContext): Router {
  const router = Router()
  const guards = [limitRate(ctx.rateLimits.desk), limitRefusals(ctx.rateLimits.refusals)]
  router.post(deskRoutes.imports, ...guards, async (req, res) => {
    const { cookie } = req.headers
    const staff = await findStaff(ctx, { cookie })
    if (!staff) return res.redirect(303, deskRoutes.signInFor(deskRoutes.imports))
    // The role is checked before the file is read.
    if (!mayDo(staff.role, 'licences.import')) {
      return ctx.sendFormPage(res, deskRoutes.imports, { status: 403, data: null })
    }
    try {
      const id = await readFile(req, (name, file) => takeFile(ctx, { name, file, who: staff.email }))
      res.redirect(303, deskRoutes.import(id))
    } catch (error) {
      const refused = toAppError(error)
      if (refused.status === 500) throw error
      const { status, code, message: detail, headers } = refused
      const form = deskRoutes.imports
      const data: DeskRefusal = { form, code, detail, errors: [], values: {}, preview: null, changed: null }
      await ctx.sendFormPage(res.set(headers), form, { status, data })
    }
  })
  return router
}

/** Passes the form's file on while it comes. */
function readFile(req: Request, take: (name: string, file: Readable) => Promise<string>): Promise<string> {
  const isForm = req.is('multipart/form-data') && req.headers['content-encoding'] === undefined
  if (!isForm) throw new AppError(415, 'unsupported_media_type', 'Send a form, without compressing it.')
  return new Promise<string>((resolve, reject) => {
    const parser = new Busboy({
      headers: { ...req.headers, 'content-type': req.headers['content-type'] ?? '' },
      // One byte more tells a file that is too large.
      limits: { files: 1, fileSize: mostImportBytes + 1, fields: 8, fieldSize: 1000 },
    })
    const fail = (error: unknown) => {
      // Reads the rest without storing it, so that the browser gets the refusal.
      req.unpipe(parser)
      req.resume()
      reject(error)
    }
    let isTaken = false
    parser.on('file', (_field, stream, name) => {
      isTaken = true
      req.on('aborted', () => stream.destroy(new Error('The upload was broken off.')))
      take(name.slice(0, 200) || 'licences.csv', stream).then(resolve, fail)
    })
    parser.on('finish', () => {
      if (!isTaken) fail(new AppError(422, 'validation_failed', 'Choose a file first.'))
    })
    parser.on('error', (cause: unknown) =>
      fail(new AppError(422, 'invalid_request', 'The file came in pieces. Send it once more.', { cause })),
    )
    req.pipe(parser)
  })
}
