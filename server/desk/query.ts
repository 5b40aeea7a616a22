import type { Request } from 'express'
import type { z } from 'zod'
import { toFieldErrors } from '#shared/field-errors.ts'
import { type Cursor, readCursor } from '../db/keyset.ts'
import { invalid } from '../http/parse.ts'

/** @throws AppError 422 `invalid_request` with each wrong parameter */
export function parseQuery<Schema extends z.ZodType>(schema: Schema, req: Request): z.output<Schema> {
  const result = schema.safeParse(req.query)
  if (result.success) return result.data
  throw invalid(toFieldErrors(result.error), 'invalid_request')
}

/** @throws AppError 422 `invalid_request` for text that wasn't a `next` */
export function cursorOf({ after }: { after?: string | undefined }): Cursor | null {
  if (after === undefined) return null
  const cursor = readCursor(after)
  if (cursor) return cursor
  const detail = 'Take it from `next` of the page before.'
  throw invalid([{ pointer: '/after', code: 'invalid_format', detail }], 'invalid_request')
}
