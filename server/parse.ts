import type { z } from 'zod'
import { toFieldErrors } from '#shared/field-errors.ts'
import type { FieldError } from '#shared/problem.ts'
import { AppError } from './errors.ts'

/** @throws AppError 422 `validation_failed` that names each wrong field by its JSON pointer */
export function parse<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw invalid(toFieldErrors(result.error))
}

/** What a person is told of fields that are wrong: the first one's sentence. */
export function invalid(errors: FieldError[], code = 'validation_failed'): AppError {
  return new AppError(422, code, errors[0]?.detail ?? 'Some fields need attention.', { errors })
}
