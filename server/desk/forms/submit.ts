import type { Request, Response } from 'express'
import type { DeskRefusal } from '#shared/desk/form-answer.ts'
import { deskRoutes } from '#shared/desk-routes.ts'
import type { Problem } from '#shared/problem.ts'
import type { FormContext } from '../../http/form-page.ts'
import type { DeskInProcess } from '../in-process.ts'
import { readFields } from './read-fields.ts'

/** Where a form's fields go, and which page shows what came of it. */
type Act = {
  /** POST unless it says otherwise. */
  method?: string
  /** Address in the API. */
  api: string
  /** Shows a refusal at the form's field. */
  page: string
  /** Shows what a final act will do; absent for forms without final acts. */
  confirmPage?: string
  next: string | ((answer: Record<string, unknown>) => string)
}

type RefusedAct = Omit<Problem, 'code'> & { code: string } & {
  preview?: DeskRefusal['preview']
} & NonNullable<DeskRefusal['changed']>

/** Hands a form to the desk's JSON, and leads to the page that shows the result or the refusal. */
export function createSubmit(
  { sendFormPage }: Pick<FormContext, 'sendFormPage'>,
  desk: DeskInProcess,
): (req: Request, res: Response, act: Act) => Promise<void> {
  return async (req, res, { method = 'POST', api, page, confirmPage = page, next }) => {
    const { values, body, errors } = readFields(Object(req.body))
    const form = req.path
    if (errors.length > 0) {
      const [{ detail = '' } = {}] = errors
      const data = { ...noRefusal, form, code: 'validation_failed', detail, errors, values }
      return sendFormPage(res, page, { status: 422, data })
    }
    const answer = await desk.fetchAs(req)(api, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(method === 'POST' && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    for (const cookie of answer.headers.getSetCookie()) res.append('Set-Cookie', cookie)
    if (answer.ok) {
      const to = typeof next === 'string' ? next : next(text === '' ? {} : JSON.parse(text))
      return res.redirect(303, to)
    }
    if (answer.status === 401) return res.redirect(303, deskRoutes.signIn)

    const { code, detail, errors: wrong = [], preview = null, ...rest }: RefusedAct = JSON.parse(text)
    const { who, at, act } = rest
    const changed = code === 'changed_meanwhile' ? { who, at, act } : null
    const data = { form, code, detail, errors: wrong, values, preview, changed }
    const retryAfter = answer.headers.get('retry-after')
    if (retryAfter) res.set('Retry-After', retryAfter)
    const isQuestion = code === 'confirmation_required'
    // The first step of a final act asks what it will do, which is no mistake.
    const status = isQuestion && body.confirm === undefined ? 200 : answer.status
    await sendFormPage(res, isQuestion ? confirmPage : page, { status, data })
  }
}

const noRefusal = { preview: null, changed: null }
