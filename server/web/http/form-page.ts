import type { Response } from 'express'
import type { FormRefusal } from '#shared/http/problem.ts'
import type { FormAnswer } from '#shared/pages/render.ts'
import type { AppContext } from '../../context.ts'
import { toAppError } from './errors.ts'

export type FormContext = AppContext & {
  sendFormPage(res: Response, path: string, answer: FormAnswer): Promise<void>
}

/**
 * Shows the form's page with the refusal, and logs failures of the site.
 * @param more further members of its data
 */
export async function sendRefusal(
  { sendFormPage, log }: Pick<FormContext, 'sendFormPage' | 'log'>,
  res: Response,
  page: string,
  { error, ...more }: { error: unknown; values: FormRefusal['values']; [member: string]: unknown },
): Promise<void> {
  const { status, code, headers, errors = [], message: detail, cause } = toAppError(error)
  if (status >= 500) log.error({ err: cause ?? error, requestId: res.req.id }, 'form failed')
  await sendFormPage(res.set(headers), page, { status, data: { code, detail, errors, ...more } })
}
