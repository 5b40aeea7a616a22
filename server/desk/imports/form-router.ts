import { Router } from 'express'
import type { DeskRefusal } from '#shared/desk/form-answer.ts'
import { maxImportBytes } from '#shared/http/body-limit.ts'
import { deskRoutes } from '#shared/routes/desk-routes.ts'
import { takeFile } from '../../licences/import/imports.ts'
import { formMethods, toAppError } from '../../web/http/errors.ts'
import type { FormContext } from '../../web/http/form-page.ts'
import { streamUpload } from '../../web/http/read-upload.ts'
import { uploadFormGuards } from '../forms/upload-guards.ts'
import { staffOf } from '../staff.ts'

// One byte more than allowed shows that a file is too large.
const limits = { fileBytes: maxImportBytes + 1, fieldBytes: 1000, fields: 8 }

export function createRouter(ctx: FormContext): Router {
  const router = Router()
  const guards = uploadFormGuards(ctx, deskRoutes.imports, 'licences.import')
  router.all(deskRoutes.imports, formMethods)
  router.post(deskRoutes.imports, ...guards, async (req, res) => {
    const { email: who } = staffOf(res)
    try {
      const id = await streamUpload(req, limits, (name, file) =>
        takeFile(ctx, { name: name.slice(0, 200) || 'licences.csv', file, who }),
      )
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
