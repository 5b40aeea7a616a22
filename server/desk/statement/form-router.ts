import { type Response, Router } from 'express'
import type { StatementRefusal } from '#shared/desk/form-answer.ts'
import { mayDo } from '#shared/desk/roles.ts'
import { deskRoutes } from '#shared/desk-routes.ts'
import { clientGone } from '../../http/client-gone.ts'
import { AppError, toAppError } from '../../http/errors.ts'
import type { FormContext } from '../../http/form-page.ts'
import { readUpload, type UploadedForm } from '../../http/read-upload.ts'
import { limitRate, limitRefusals } from '../../middleware/rate-limit.ts'
import { findStaff } from '../staff.ts'
import type { ColumnsQuestion } from './parse/unreadable.ts'
import { readColumns } from './remember-columns.ts'
import { maxStatementBytes } from './router.ts'
import { type OnStored, storeStatement } from './take-statement.ts'

/** Files up to this size return with the question about their columns. */
const maxKeptBytes = 1024 ** 2

const limits = { fileBytes: maxStatementBytes, fieldBytes: 2 * maxKeptBytes, fields: 64 }

const progressType = 'application/x-ndjson'

/** Works without script. A script that accepts JSON lines gets progress, and last the page to open. */
export function createRouter(ctx: FormContext): Router {
  const router = Router()
  const guards = [limitRate(ctx.rateLimits.desk), limitRefusals(ctx.rateLimits.refusals)]
  router.post(deskRoutes.statement, ...guards, async (req, res) => {
    const staff = await findStaff(ctx, req.headers)
    if (!staff) return res.redirect(303, deskRoutes.signInFor(deskRoutes.statement))
    // The role is checked before the file is read.
    if (!mayDo(staff.role, 'statement')) {
      return ctx.sendFormPage(res, deskRoutes.statement, { status: 403, data: null })
    }
    const progress = req.accepts(['text/html', progressType]) === progressType ? startProgress(res) : null
    let form: UploadedForm = { fields: {}, file: null }
    try {
      form = await readUpload(req, limits)
      const upload = { ...toUpload(form), who: staff.email, asksColumns: true, left: clientGone(res) }
      const to = deskRoutes.statementOf(await storeStatement(ctx, upload, progress?.tell))
      if (progress) progress.end(to)
      else res.redirect(303, to)
    } catch (error) {
      if (res.headersSent || toAppError(error).status >= 500) throw error
      const { status, data } = refusalOf(toAppError(error), form)
      await ctx.sendFormPage(res, deskRoutes.statement, { status, data })
    }
  })
  return router
}

function startProgress(res: Response): { tell: OnStored; end(to: string): void } {
  const write = (line: object) => {
    // Compression would delay the lines.
    if (!res.headersSent) res.type(progressType).set('Cache-Control', 'private, no-store, no-transform')
    res.write(`${JSON.stringify(line)}\n`)
  }
  return {
    tell: (stored, of) => write({ stored, of }),
    end(to) {
      write({ to })
      res.end()
    },
  }
}

function toUpload({ fields, file }: UploadedForm) {
  const bytes = file?.bytes ?? keptFile(fields)
  if (!bytes) throw new AppError(422, 'validation_failed', 'Choose a file first.')
  const columns = fields.column ? readColumns(fields.column.join(',')) : null
  const account = fields.account?.[0]?.trim().slice(0, 60) || null
  return { bytes, account, columns }
}

function keptFile(fields: UploadedForm['fields']): Buffer | null {
  const [base64] = fields.kept ?? []
  return base64 ? Buffer.from(base64, 'base64') : null
}

function refusalOf(
  { status, code, message, members }: AppError,
  form: UploadedForm,
): { status: number; data: StatementRefusal } {
  const { fields, file } = form
  const data = {
    form: deskRoutes.statement,
    code,
    detail: message,
    errors: [],
    values: { account: fields.account?.[0] ?? '', ...(fields.column && { column: fields.column }) },
    preview: null,
    changed: null,
  }
  if (code !== 'columns_unknown') return { status, data: { ...data, sample: null } }
  const { header, rows, guess } = members as ColumnsQuestion
  const bytes = file?.bytes ?? keptFile(fields)
  const base64 = bytes && bytes.length <= maxKeptBytes ? bytes.toString('base64') : null
  // The first question is no mistake.
  return {
    status: fields.column ? status : 200,
    data: { ...data, sample: { header, rows, guess, file: base64 } },
  }
}
