import express, {
  type ErrorRequestHandler,
  type Request,
  type RequestHandler,
  type Response,
  Router,
} from 'express'
import { ContentQueryError } from '#shared/content/content-query-error.ts'
import { maxBodyBytes } from '#shared/http/body-limit.ts'
import { createAnswers } from './answers.ts'
import { readPath } from './read-request.ts'
import { sendAnswer } from './send-answer.ts'
import type { ContentStore } from './store.ts'

type Log = { error(details: object, message: string): void }

/** Takes options as JSON (POST, PUT) or query string (GET, HEAD). Every error is `{ message }`. */
export function createRouter({ content, log }: { content: ContentStore; log?: Log }): Router {
  const answers = createAnswers(content)
  const router = Router()
  router.use(
    allowMethods,
    express.text({ type: () => true, limit: maxBodyBytes }),
    async (request, response) => {
      const path = readPath(request.path)
      const answer = hasBody(request)
        ? await answers(path, bodyOf(request), 'body')
        : await answers(path, queryStringOf(request), 'queryString')
      await sendAnswer(request, response, answer)
    },
  )
  router.use(sendError(log))
  return router
}

const allowMethods: RequestHandler = ({ method }, response, next) => {
  if (['GET', 'HEAD', 'POST', 'PUT'].includes(method)) return next()
  response.set('Allow', 'GET, HEAD, POST, PUT')
  sendMessage(response, 405, `${method} is not allowed`)
}

function hasBody({ method }: Request): boolean {
  return method === 'POST' || method === 'PUT'
}

/** An earlier parser may have read the body already. */
function bodyOf({ body }: Request): string {
  return typeof body === 'string' ? body : JSON.stringify(body ?? {})
}

function queryStringOf({ url }: Request): string {
  const start = url.indexOf('?')
  return start === -1 ? '' : url.slice(start + 1)
}

function sendError(log?: Log): ErrorRequestHandler {
  return (error, request, response, _next) => {
    if (response.headersSent) return void response.destroy()
    const status = statusOf(error)
    if (status === 500) log?.error({ err: error, path: request.path }, 'content query failed')
    sendMessage(response, status, status === 500 ? 'The query could not be run' : error.message)
  }
}

/** Express's own `json` would add an ETag to an error, which must not be cached. */
function sendMessage(response: Response, status: number, message: string): void {
  response.status(status).type('json').end(JSON.stringify({ message }))
}

/** Express's body parser marks the errors that may be shown. */
function statusOf(error: { expose?: boolean; status?: number }): number {
  if (error instanceof ContentQueryError) return error.statusCode
  return error.expose && error.status ? error.status : 500
}
