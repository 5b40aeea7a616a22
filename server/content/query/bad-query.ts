import { ContentQueryError } from '#shared/content-query-error.ts'

/** The answer to a query that makes no sense; the message names the option, field or operator. */
export function badQuery(message: string): ContentQueryError {
  return new ContentQueryError(400, { message })
}
