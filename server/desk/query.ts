import type { Sort } from '#shared/desk/sorts.ts'
import { type Page, readCursor } from '../runtime/db/keyset.ts'
import { invalid } from '../web/http/parse.ts'

export type ListQuery<Name extends Sort = Sort> = { sort: Name; after?: string | undefined; limit: number }

/** @throws AppError 422 `invalid_request` for a cursor that isn't a `next` of this sort */
export function pageOf<Name extends Sort>({ after, limit, sort }: ListQuery<Name>): Page<Name> {
  const cursor = after === undefined ? null : readCursor(after)
  if (after === undefined || cursor?.sort === sort) return { after: cursor, limit, sort }
  const detail = 'Take it from `next` of the page before.'
  throw invalid([{ pointer: '/after', code: 'invalid_format', detail }], 'invalid_request')
}
