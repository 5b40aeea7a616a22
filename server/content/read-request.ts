import qs from 'qs'
import { badQuery } from './query/bad-query.ts'

/** The document path of a request path; `%2F` stays what it is. */
export function readPath(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    throw badQuery('path: has a malformed percent escape')
  }
}

/** Reads a query from a request body; none at all is a query without options. */
export function readBody(source: string): unknown {
  if (source === '') return {}
  try {
    return JSON.parse(source)
  } catch (error) {
    throw badQuery(`body: ${error instanceof Error ? error.message : error}`)
  }
}

/** Reads a query from a query string such as `only=title&where[tags][$contains]=x`; all values are text. */
export function readQueryString(source: string): unknown {
  return qs.parse(source)
}
