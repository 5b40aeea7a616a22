import type { Response } from 'express'
import type { FormAnswer } from '#shared/render.ts'
import type { AppContext } from '../context.ts'

export type FormContext = AppContext & {
  sendFormPage(res: Response, path: string, answer: FormAnswer): Promise<void>
}
