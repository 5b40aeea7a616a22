import type { Response } from 'express'
import type { FormAnswer } from '#shared/render.ts'
import type { AppContext } from '../context.ts'

export type FormContext = AppContext & {
  /** Answers a form post with its page, what was typed and the errors. @param path the page's */
  sendFormPage(res: Response, path: string, answer: FormAnswer): Promise<void>
}
