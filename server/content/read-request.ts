import qs from 'qs'
import { badQuery } from './query/bad-query.ts'

/** Leaves `%2F` escaped. */
export function readPath(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    throw badQuery('path: has a malformed percent escape')
  }
}

/** An empty body is a query without options. */
export function readBody(source: string): unknown {
  if (source === '') return {}
  try {
    return JSON.parse(source)
  } catch (error) {
    throw badQuery(`body: ${error instanceof Error ? error.message : error}`)
  }
}

/** A longer list would become an object. The parser also limits all parameters to this number. */
const arrayLimit = 1_000
/** Deeper brackets stay in the name. Conditions in a body have the same limit. */
const depth = 100

/** Reads `only=title&where[tags][$contains]=x`; all values are text. */
export function readQueryString(source: string): unknown {
  return qs.parse(source, { arrayLimit, depth })
}
