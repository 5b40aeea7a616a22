import type { Request, Response } from 'express'
import type { DeskRefusal } from '#shared/desk/form-answer.ts'
import { onceField } from '#shared/desk/once-field.ts'
import { deskRoutes } from '#shared/routes/desk-routes.ts'
import { type AppError, toAppError } from '../../web/http/errors.ts'
import type { FormContext } from '../../web/http/form-page.ts'
import type { Desk } from '../desk.ts'
import { type Fields, readFields } from './read-fields.ts'

export type Act = {
  /** Defaults to POST. DELETE sends its fields in the query. */
  method?: 'post' | 'delete'
  api: string
  /** Page with the form, which shows refusals. */
  page: string
  /** Page that shows the effect of an act before it is confirmed; absent for other forms. */
  confirmPage?: string
  next: string | ((answer: unknown, body: Record<string, unknown>) => string)
  /** Defaults to `readFields`. */
  read?: (form: Record<string, unknown>) => Fields
  /** Describes the failed part of an act; null if nothing failed. */
  rest?: (answer: unknown) => Pick<DeskRefusal, 'code' | 'detail' | 'errors'> | null
}

export type Submit = (req: Request, res: Response, act: Act) => Promise<void>

/** Sends a form to the desk's API and redirects to its result, or shows the refusal. */
export function createSubmit(
  { sendFormPage, log }: Pick<FormContext, 'sendFormPage' | 'log'>,
  desk: Desk,
): Submit {
  return async (req, res, { method = 'post', api, page, confirmPage = page, next, ...act }) => {
    const isShown = req.method !== 'POST'
    const { [onceField]: once, ...typed } = Object(isShown ? req.query : req.body)
    const { values, body: all, errors } = (act.read ?? readFields)(typed)
    // A GET never confirms, so following a link changes nothing.
    const body = isShown ? { ...all, confirm: '' } : all
    const form = req.path
    if (errors.length > 0) {
      const [{ detail = '' } = {}] = errors
      const data = { ...noRefusal, form, code: 'validation_failed', detail, errors, values }
      return sendFormPage(res, page, { status: 422, data })
    }
    const headers = { cookie: req.headers.cookie, ...keyOf(once) }
    const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
    const asked =
      method === 'delete'
        ? { method, address: `${api}?${new URLSearchParams(given as Record<string, string>)}` }
        : { method, address: api, body: given }
    try {
      const answer = await desk.call({ ...asked, headers, ip: req.ip }, res)
      const rest = act.rest?.(answer.body) ?? null
      if (rest === null) return res.redirect(303, typeof next === 'string' ? next : next(answer.body, body))
      return sendFormPage(res, page, { status: 422, data: { ...noRefusal, form, values, ...rest } })
    } catch (error) {
      const refused = toAppError(error)
      if (refused.status === 401)
        return res.redirect(303, isShown ? deskRoutes.signInFor(page) : deskRoutes.signInAgainFor(page))
      if (refused.status >= 500)
        log.error({ err: refused.cause ?? error, requestId: req.id }, 'request failed')
      await showRefusal(refused)
    }

    async function showRefusal({ status, code, message: detail, errors = [], headers, members }: AppError) {
      const { preview = null, who, at, act, total } = members as RefusedMembers
      const changed = code === 'changed_meanwhile' ? { who, at, act } : null
      const data = {
        form,
        code,
        detail,
        errors,
        values: { ...values, ...seenIn(code, total) },
        preview,
        changed,
      }
      if (code !== 'confirmation_required') return sendFormPage(res.set(headers), page, { status, data })
      // The preview has an address, so that going back or reloading sends nothing.
      if (!isShown) return res.redirect(303, `${confirmPage}?${queryOf(values)}`)
      // Asking for the preview is no error, but a wrong name is.
      await sendFormPage(res, confirmPage, { status: values.confirm === undefined ? 200 : 422, data })
    }
  }
}

type RefusedMembers = {
  preview?: DeskRefusal['preview']
  total?: number
} & NonNullable<DeskRefusal['changed']>

/** The refusal shows the new price, so sending the form again accepts it. */
function seenIn(code: string, total: number | undefined): Fields['values'] {
  return code === 'price_changed' ? { expectedTotal: String(total) } : {}
}

function queryOf(values: Fields['values']): URLSearchParams {
  return new URLSearchParams(
    Object.entries(values).flatMap(([name, value]) => [value].flat().map((each) => [name, each])),
  )
}

/** Ignores a key that our page didn't make. */
function keyOf(once: unknown): Record<string, string> {
  return typeof once === 'string' && /^\w{16,100}$/.test(once) ? { 'idempotency-key': once } : {}
}

const noRefusal = { preview: null, changed: null }
