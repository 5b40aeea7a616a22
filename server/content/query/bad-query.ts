import { ContentQueryError } from '#shared/content/content-query-error.ts'

/** @param message names the option, field or operator */
export function badQuery(message: string): ContentQueryError {
  return new ContentQueryError(400, { message })
}
