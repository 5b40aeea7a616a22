import { type Response, Router } from 'express'
import { anotherAccount } from '#shared/desk/account-key.ts'
import type { StatementQuestion, StatementRefusal } from '#shared/desk/form-answer.ts'
import { type Chosen, decisionsSchema, type Question } from '#shared/desk/statement-decisions.ts'
import { maxStatementBytes } from '#shared/http/body-limit.ts'
import { deskActPatterns, deskRoutes } from '#shared/routes/desk-routes.ts'
import { AppError, formMethods, toAppError } from '../../web/http/errors.ts'
import type { FormContext } from '../../web/http/form-page.ts'
import { readUpload, type UploadedForm } from '../../web/http/read-upload.ts'
import { admitToForm, uploadFormGuards } from '../forms/upload-guards.ts'
import { staffOf } from '../staff.ts'
import { findFile, findQuestion, keepUpload } from './keep-upload.ts'
import { readChosen } from './read/decisions.ts'
import { storeStatement } from './take-statement.ts'
import { takePlace } from './take-turns.ts'

type Fields = UploadedForm['fields']

const limits = { fileBytes: maxStatementBytes, fieldBytes: 1000, fields: 64 }

/** A question about a file has an address, so that going back or reloading sends nothing. */
export function createRouter(ctx: FormContext): Router {
  const { db } = ctx.database
  const router = Router()
  const page = deskRoutes.statement
  router.all(page, formMethods)
  router.post(page, ...uploadFormGuards(ctx, page, 'statement'), async (req, res) => {
    let form: UploadedForm = { fields: {}, file: null }
    try {
      const next = await takePlace(ctx.database, async () => {
        form = await readUpload(req, limits)
        form.fields = withoutStale(form.fields)
        return take(form, staffOf(res).email)
      })
      res.redirect(303, next)
    } catch (error) {
      await refuse(res, error, form.fields)
    }
  })
  router.get(deskActPatterns.statementUpload, admitToForm(ctx, page, 'statement'), async (req, res) => {
    const upload = String(req.params.id)
    try {
      const question = await findQuestion(db, upload)
      await show(res, 200, { ...question, upload })
    } catch (error) {
      await refuse(res, error, {})
    }
  })
  return router

  /** @returns the address of the statement, or of the question about it */
  async function take({ fields, file }: UploadedForm, who: string): Promise<string> {
    const [kept = null] = fields.upload ?? []
    const bytes = file?.bytes ?? (kept && (await findFile(db, kept)))
    if (!bytes) throw new AppError(422, 'validation_failed', 'Choose a file first, one that isn’t empty.')
    const said = { ...accountIn(fields), chosen: chosenIn(fields) }
    try {
      const id = await storeStatement(ctx, { bytes, ...said, who, asksColumns: true })
      return deskRoutes.statementOf(id)
    } catch (error) {
      const question = questionOf(toAppError(error), fields)
      if (question === null) throw error
      const id = await keepUpload(ctx, { id: file ? null : kept, file: bytes, question })
      return deskRoutes.statementUpload(id)
    }
  }

  async function refuse(res: Response, error: unknown, fields: Fields): Promise<void> {
    const { status, headers, code, message: detail } = toAppError(error)
    if (status === 500) throw error
    const values = valuesOf(fields)
    await show(res.set(headers), status, { code, detail, values, sample: null, asks: null, upload: null })
  }

  async function show(
    res: Response,
    status: number,
    asked: StatementQuestion & Pick<StatementRefusal, 'upload'>,
  ): Promise<void> {
    const data: StatementRefusal = { form: page, errors: [], preview: null, changed: null, ...asked }
    await ctx.sendFormPage(res, page, { status, data })
  }
}

function accountIn(fields: Fields) {
  const [account, name, number] = ['account', 'newAccount', 'number'].map((field) =>
    fields[field]?.[0]?.trim().slice(0, 60),
  )
  const isNew = account === anotherAccount
  if (isNew && !name) throw new AppError(422, 'validation_failed', 'Name the account.')
  return { account: isNew ? null : account, newAccount: isNew ? name : null, number }
}

const cutParts: readonly string[] = ['encoding', 'delimiter', 'header']
const rowParts = ['column', ...Object.keys(decisionsSchema.shape).filter((part) => !cutParts.includes(part))]

/** Drops answers about columns once the file is split differently; they are asked again. */
function withoutStale(fields: Fields): Fields {
  const [shown] = fields.shown ?? []
  if (shown === undefined || shown === cutParts.map((part) => fields[part]?.[0]).join(' ')) return fields
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !rowParts.includes(name)))
}

/** Ignores invalid choices, which the page doesn't offer. */
function chosenIn({ column = [], ...fields }: Fields): Chosen | null {
  const said = Object.keys(decisionsSchema.shape).map((part) => [part, fields[part]?.[0]])
  const chosen = readChosen({ ...Object.fromEntries(said), columns: column.join(',') })
  return typeof chosen === 'string' ? null : chosen
}

/** @returns null for a refusal without a question */
function questionOf({ code, message: detail, members }: AppError, fields: Fields): StatementQuestion | null {
  const sample = code === 'columns_unknown' ? (members as Question) : null
  const asks = code === 'account_unknown' ? { number: members.number as string | null } : null
  return sample || asks ? { code, detail, values: valuesOf(fields), sample, asks } : null
}

function valuesOf(fields: Fields): StatementRefusal['values'] {
  const [account = '', newAccount = ''] = [fields.account?.[0], fields.newAccount?.[0]]
  return { account, newAccount, ...(fields.column && { column: fields.column }) }
}
