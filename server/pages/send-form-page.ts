import type { Response } from 'express'
import type { FormAnswer } from '#shared/render.ts'
import type { AppContext } from '../context.ts'
import { record } from './recording.ts'
import { renderPage } from './render.ts'
import { visitOf } from './visit.ts'

/** Answers a form post with its page: what was typed, and what is wrong with it. @param path the page's */
export async function sendFormPage(ctx: AppContext, res: Response, path: string, answer: FormAnswer) {
  const visit = visitOf(res)
  const page = await renderPage(ctx, path, visit.signal, { answer })
  if (page.kind === 'redirect') return void res.redirect(page.status, page.location)
  res.status(page.status).type('html').set('Cache-Control', 'no-store')
  record(page, visit.signal).sendTo(res)
}
