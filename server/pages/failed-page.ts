import type { ErrorRequestHandler } from 'express'
import { toAppError } from '../errors.ts'
import type { Log } from '../log.ts'

/** Rendering answers for its own faults; what still gets here has no page, only these lines. */
export function failedPage(log: Log): ErrorRequestHandler {
  return (error, req, res, next) => {
    const { status, headers, cause } = toAppError(error)
    if (status < 500 || res.headersSent) return next(error)
    log.error({ err: cause ?? error, requestId: req.id }, 'page could not be rendered')
    res.status(status).type('html').set(headers).set('Cache-Control', 'no-store').send(page(status))
  }
}

function page(status: number): string {
  const advice = status === 503 ? '<p>We can’t do this right now. Try again in a moment.</p>' : ''
  return `<!DOCTYPE html><html lang="en-AU"><title>An error occurred</title><h1>An error occurred</h1>${advice}<p><a href="/">Return to Home page</a></p></html>`
}
