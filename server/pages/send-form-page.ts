import type { Response } from 'express'
import type { FormAnswer } from '#shared/render.ts'
import type { AppContext } from '../context.ts'
import { renderPage } from './render.ts'

/** Answers a form post with its page: what was typed, and what is wrong with it. @param path the page's */
export async function sendFormPage(ctx: AppContext, res: Response, path: string, answer: FormAnswer) {
  const visitor = new AbortController()
  res.on('close', () => {
    if (!res.writableFinished) visitor.abort()
  })
  const page = await renderPage(ctx, path, visitor.signal, { answer })
  if (page.kind === 'redirect') return void res.redirect(page.status, page.location)
  visitor.signal.addEventListener('abort', () => page.abort(new Error('the visitor left')))
  res.status(page.status).type('html').set('Cache-Control', 'no-store')
  page.pipe(res)
}
