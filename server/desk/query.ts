import { type Cursor, readCursor } from '../runtime/db/keyset.ts'
import { invalid } from '../web/http/parse.ts'

/** @throws AppError 422 `invalid_request` for text that wasn't a `next` */
export function cursorOf({ after }: { after?: string | undefined }): Cursor | null {
  if (after === undefined) return null
  const cursor = readCursor(after)
  if (cursor) return cursor
  const detail = 'Take it from `next` of the page before.'
  throw invalid([{ pointer: '/after', code: 'invalid_format', detail }], 'invalid_request')
}
