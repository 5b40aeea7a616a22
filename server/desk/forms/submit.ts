import type { Request, Response } from 'express'
import type { DeskRefusal } from '#shared/desk/form-answer.ts'
import { onceField } from '#shared/desk/once-field.ts'
import { deskRoutes } from '#shared/desk-routes.ts'
import type { Problem } from '#shared/problem.ts'
import type { FormContext } from '../../http/form-page.ts'
import type { DeskInProcess } from '../in-process.ts'
import { type Fields, readFields } from './read-fields.ts'

export type Act = {
  /** Defaults to POST. A DELETE sends its fields in the address. */
  method?: 'POST' | 'DELETE'
  api: string
  /** Shows refusals at the form. */
  page: string
  /** Shows the effect of a final act; absent for other forms. */
  confirmPage?: string
  next: string | ((answer: Record<string, unknown>, body: Record<string, unknown>) => string)
  /** Defaults to `readFields`. */
  read?: (form: Record<string, unknown>) => Fields
  /** Describes the failed part of an act; null without one. */
  rest?: (answer: Record<string, unknown>) => Pick<DeskRefusal, 'code' | 'detail' | 'errors'> | null
}

type RefusedAct = Omit<Problem, 'code'> & { code: string } & {
  preview?: DeskRefusal['preview']
} & NonNullable<DeskRefusal['changed']>

/** Sends a form to the desk's API and redirects to its result, or shows the refusal. */
export function createSubmit(
  { sendFormPage }: Pick<FormContext, 'sendFormPage'>,
  desk: DeskInProcess,
): (req: Request, res: Response, act: Act) => Promise<void> {
  return async (req, res, { method = 'POST', api, page, confirmPage = page, next, ...act }) => {
    const { [onceField]: once, ...typed } = Object(req.body)
    const { values, body, errors } = (act.read ?? readFields)(typed)
    const form = req.path
    if (errors.length > 0) {
      const [{ detail = '' } = {}] = errors
      const data = { ...noRefusal, form, code: 'validation_failed', detail, errors, values }
      return sendFormPage(res, page, { status: 422, data })
    }
    const fetchDesk = desk.fetchAs(req)
    const headers = { 'content-type': 'application/json', ...keyOf(once) }
    const answer =
      method === 'DELETE'
        ? await fetchDesk(`${api}?${new URLSearchParams(body as Record<string, string>)}`, {
            method,
            headers,
          })
        : await fetchDesk(api, { method, headers, body: JSON.stringify(body) })
    const text = await answer.text()
    for (const cookie of answer.headers.getSetCookie()) res.append('Set-Cookie', cookie)
    if (answer.ok) {
      const done: Record<string, unknown> = text === '' ? {} : JSON.parse(text)
      const rest = act.rest?.(done) ?? null
      if (rest === null) return res.redirect(303, typeof next === 'string' ? next : next(done, body))
      const data = { ...noRefusal, form, values, ...rest }
      return sendFormPage(res, page, { status: 422, data })
    }
    if (answer.status === 401) return res.redirect(303, deskRoutes.signInFor(page))

    const { code, detail, errors: wrong = [], preview = null, ...rest }: RefusedAct = JSON.parse(text)
    const changed = code === 'changed_meanwhile' ? { who: rest.who, at: rest.at, act: rest.act } : null
    const data = { form, code, detail, errors: wrong, values, preview, changed }
    const retryAfter = answer.headers.get('retry-after')
    if (retryAfter) res.set('Retry-After', retryAfter)
    const isQuestion = code === 'confirmation_required'
    // The first step of a final act asks for its effect, which is no mistake.
    const status = isQuestion && body.confirm === undefined ? 200 : answer.status
    await sendFormPage(res, isQuestion ? confirmPage : page, { status, data })
  }
}

/** A key that our page didn't make is left out. */
function keyOf(once: unknown): Record<string, string> {
  return typeof once === 'string' && /^\w{16,100}$/.test(once) ? { 'idempotency-key': once } : {}
}

const noRefusal = { preview: null, changed: null }
