import type { ServerResponse } from 'node:http'
import type { ErrorRequestHandler } from 'express'
import type { Log } from '../../runtime/log.ts'
import { toAppError } from './errors.ts'

const htmlHeaders = { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' }

/** Sends a few lines of HTML if not even the error page could be rendered. */
export function sendFailedPage(res: ServerResponse, error: unknown, log: Log, requestId?: string): void {
  const { status, headers, cause } = toAppError(error)
  log.error({ err: cause ?? error, requestId }, 'page could not be rendered')
  if (res.headersSent) return void res.destroy()
  const advice = status === 503 ? '<p>We can’t do this right now. Try again in a moment.</p>' : ''
  res.statusCode = status
  res.setHeaders(new Map(Object.entries({ ...headers, ...htmlHeaders })))
  res.end(
    `<!DOCTYPE html><html lang="en-AU"><title>An error occurred</title><h1>An error occurred</h1>${advice}<p><a href="/">Return to Home page</a></p></html>`,
  )
}

/** Passes client errors to the next handler. */
export function failedPage(log: Log): ErrorRequestHandler {
  return (error, req, res, next) => {
    if (toAppError(error).status < 500 || res.headersSent) next(error)
    else sendFailedPage(res, error, log, req.id)
  }
}
