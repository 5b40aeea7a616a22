import { STATUS_CODES } from 'node:http'
import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express'
import { maxBodyBytes, sizeInWords } from '#shared/http/body-limit.ts'
import type { ErrorCode, StatusOf } from '#shared/http/error-codes.ts'
import type { FieldError, Problem } from '#shared/http/problem.ts'
import { isUnavailable } from '../../runtime/db/is-unavailable.ts'
import type { Log } from '../../runtime/log.ts'
import { orderOf } from '../middleware/request-log.ts'
import { retryAfterHeader } from './retry-after.ts'

/** Shown to clients: a code for programs and a sentence for people. */
export class AppError<Code extends ErrorCode = ErrorCode> extends Error {
  override name = 'AppError'
  readonly status: StatusOf<Code>
  readonly code: Code
  readonly errors: FieldError[] | undefined
  readonly headers: Record<string, string>
  /** Further problem members, such as the new total of a changed price. */
  readonly members: Record<string, unknown>

  constructor(
    status: StatusOf<Code>,
    code: Code,
    detail: string,
    { errors, headers = {}, members = {}, cause }: Further = {},
  ) {
    super(detail, { cause })
    this.status = status
    this.code = code
    this.errors = errors
    this.headers = { ...retryAfterHeader(code), ...headers }
    this.members = members
  }
}

type Further = Partial<Pick<AppError, 'errors' | 'headers' | 'members'>> & { cause?: unknown }

export const notFound: RequestHandler = () => {
  throw nothingHere()
}

export function nothingHere(): AppError {
  return new AppError(404, 'not_found', 'There is nothing at this address.')
}

/** Add it last among a path's handlers. @param allowed methods that the path supports */
export function methodNotAllowed(...allowed: string[]): RequestHandler {
  return (req) => {
    throw new AppError(405, 'method_not_allowed', `${req.method} is not supported here.`, {
      headers: { Allow: allowed.join(', ') },
    })
  }
}

/** Add it first among a path's handlers. */
export function allowMethods(...allowed: string[]): RequestHandler {
  const refuse = methodNotAllowed(...allowed)
  return (req, res, next) => (allowed.includes(req.method) ? next() : refuse(req, res, next))
}

/** For a form or upload, whose page answers GET at the same address. */
export const formMethods = allowMethods('GET', 'HEAD', 'POST')

/** Sends every API error as problem+json without a stack. Logs unexpected ones. */
export function problemHandler(log: Log): ErrorRequestHandler {
  return (error, req, res, _next) => {
    const failure = toAppError(error)
    if (failure.status >= 500)
      log.error({ err: failure.cause ?? error, requestId: req.id, ...orderOf(res) }, 'request failed')
    if (res.headersSent) return void res.destroy()
    sendProblem(req, res, failure)
  }
}

function sendProblem(req: Request, res: Response, failure: AppError) {
  const { status, code, message, errors, headers, members } = failure
  const problem: Problem = {
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail: message,
    code,
    requestId: req.id,
    ...(errors && { errors }),
    ...members,
  }
  res
    .status(status)
    .set('Cache-Control', 'private, no-store')
    .set(headers)
    .type('application/problem+json')
    .send(JSON.stringify(problem))
}

export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  const { status, type, limit = maxBodyBytes } = error as { status?: unknown; type?: unknown; limit?: number }
  if (type === 'entity.too.large') {
    return new AppError(413, 'payload_too_large', `The body is larger than ${sizeInWords(limit)}.`)
  }
  if (type === 'entity.parse.failed')
    return new AppError(400, 'malformed_json', 'The body is not valid JSON.')
  if (type === 'encoding.unsupported' || type === 'charset.unsupported') {
    return new AppError(415, 'unsupported_media_type', 'The body is encoded in a way that is not supported.')
  }
  if (typeof status === 'number' && status >= 400 && status < 500) {
    return new AppError(status, 'bad_request', 'The request could not be understood.')
  }
  if (isUnavailable(error)) return unavailable(error)
  return new AppError(500, 'internal_error', 'Something went wrong on our side.', { cause: error })
}

export function unavailable(cause: unknown): AppError {
  const detail = 'We can’t do this right now. Nothing has been changed: try again in a moment.'
  return new AppError(503, 'temporarily_unavailable', detail, { cause })
}
