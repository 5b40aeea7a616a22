import { isRouteErrorResponse } from 'react-router'

/** An error whose message may be shown to visitors. */
export class PageError extends Error {
  override name = 'PageError'
  readonly statusCode: number
  /** Replaces the status's usual title. */
  readonly title: string | undefined

  constructor(statusCode: number, message = '', title?: string) {
    super(message)
    this.statusCode = statusCode
    this.title = title
  }
}

/** The part of an error that the server may inline: plain JSON without a stack. */
export type ErrorSummary = { statusCode: number; message: string; title?: string }

/** Any other thrown value has status 500. */
export function summariseError(error: unknown): ErrorSummary {
  if (error instanceof PageError) {
    const { statusCode, message, title } = error
    return { statusCode, message, ...(title && { title }) }
  }
  if (isRouteErrorResponse(error)) return { statusCode: error.status, message: '' }
  if (isSummary(error)) return error
  if (isUnavailable(error)) return { statusCode: 503, message: '' }
  return { statusCode: 500, message: '' }
}

function isUnavailable(error: unknown): boolean {
  const { status, statusCode = status } = Object(error) as { status?: unknown; statusCode?: unknown }
  return statusCode === 503
}

function isSummary(error: unknown): error is ErrorSummary {
  return (
    typeof error === 'object' &&
    error !== null &&
    !(error instanceof Error) &&
    'statusCode' in error &&
    'message' in error
  )
}
