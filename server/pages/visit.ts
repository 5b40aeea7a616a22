import type { Response } from 'express'

/** What ends when a visitor leaves before the whole answer is sent. */
export function visitOf(res: Response): AbortController {
  const visit = new AbortController()
  res.on('close', () => {
    if (!res.writableFinished) visit.abort(new Error('the visitor left'))
  })
  return visit
}
