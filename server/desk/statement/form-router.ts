import { Router } from 'express'
import { anotherAccount } from '#shared/desk/account-key.ts'
import type { StatementRefusal } from '#shared/desk/form-answer.ts'
import { maxStatementBytes } from '#shared/http/body-limit.ts'
import { deskRoutes } from '#shared/routes/desk-routes.ts'
import { AppError, toAppError } from '../../web/http/errors.ts'
import type { FormContext } from '../../web/http/form-page.ts'
import { readUpload, type UploadedForm } from '../../web/http/read-upload.ts'
import { uploadFormGuards } from '../forms/upload-guards.ts'
import { staffOf } from '../staff.ts'
import { type Chosen, type Question, readChosen } from './read/decisions.ts'
import { storeStatement } from './take-statement.ts'
import { takePlace } from './take-turns.ts'

/** Files up to this size return with the question about their columns. */
const maxKeptBytes = 1024 ** 2

const limits = { fileBytes: maxStatementBytes, fieldBytes: 2 * maxKeptBytes, fields: 64 }

export function createRouter(ctx: FormContext): Router {
  const router = Router()
  const guards = uploadFormGuards(ctx, deskRoutes.statement, 'statement')
  router.post(deskRoutes.statement, ...guards, async (req, res) => {
    let form: UploadedForm = { fields: {}, file: null }
    try {
      const id = await takePlace(ctx.database, async () => {
        form = await readUpload(req, limits)
        return storeStatement(ctx, { ...toUpload(form), who: staffOf(res).email, asksColumns: true })
      })
      res.redirect(303, deskRoutes.statementOf(id))
    } catch (error) {
      const refused = toAppError(error)
      if (refused.status === 500) throw error
      const { status, data } = refusalOf(refused, form)
      await ctx.sendFormPage(res.set(refused.headers), deskRoutes.statement, { status, data })
    }
  })
  return router
}

function toUpload({ fields, file }: UploadedForm) {
  const bytes = file?.bytes ?? keptFile(fields)
  if (!bytes) throw new AppError(422, 'validation_failed', 'Choose a file first.')
  const [account, name, number] = ['account', 'newAccount', 'number'].map((field) =>
    fields[field]?.[0]?.trim().slice(0, 60),
  )
  const isNew = account === anotherAccount
  if (isNew && !name) throw new AppError(422, 'validation_failed', 'Name the account.')
  return {
    bytes,
    account: isNew ? null : account,
    newAccount: isNew ? name : null,
    number,
    chosen: fields.column ? chosenIn(fields) : null,
  }
}

/** The page offers nothing that can't be chosen. */
function chosenIn({ column = [], ...fields }: UploadedForm['fields']): Chosen {
  const said = ['dates', 'decimal', 'unsigned', 'out'].map((name) => [name, fields[name]?.[0]])
  const chosen = readChosen({ columns: column.join(','), ...Object.fromEntries(said) })
  return typeof chosen === 'string' ? {} : (chosen ?? {})
}

function keptFile(fields: UploadedForm['fields']): Buffer | null {
  const [base64] = fields.kept ?? []
  return base64 ? Buffer.from(base64, 'base64') : null
}

function refusalOf(
  { status, code, message, members }: AppError,
  { fields, file }: UploadedForm,
): { status: number; data: StatementRefusal } {
  const bytes = file?.bytes ?? keptFile(fields)
  const [account = '', newAccount = ''] = [fields.account?.[0], fields.newAccount?.[0]]
  const data = {
    form: deskRoutes.statement,
    code,
    detail: message,
    errors: [],
    values: { account, newAccount, ...(fields.column && { column: fields.column }) },
    preview: null,
    changed: null,
    sample: code === 'columns_unknown' ? (members as Question) : null,
    asks: code === 'account_unknown' ? { number: members.number as string | null } : null,
    file: bytes && bytes.length <= maxKeptBytes ? Buffer.from(bytes).toString('base64') : null,
  }
  // A first question is no mistake.
  const isQuestion = data.asks !== null || (data.sample !== null && !fields.column)
  return { status: isQuestion ? 200 : status, data }
}
