import type { z } from 'zod'
import type { ErrorCode, StatusOf } from '#shared/http/error-codes.ts'
import { toFieldErrors } from '#shared/http/field-errors.ts'
import type { FieldError } from '#shared/http/problem.ts'
import { AppError } from './errors.ts'

/** @throws AppError 422 with the JSON pointer of each wrong field */
export function parse<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  code: InvalidCode = 'validation_failed',
): z.output<Schema> {
  const result = schema.safeParse(value, { error: inWords })
  if (result.success) return result.data
  throw invalid(toFieldErrors(result.error), code)
}

/** Message for a choice whose field has none of its own. */
const inWords: z.core.$ZodErrorMap = (issue) =>
  issue.code === 'invalid_value' ? `Choose one of: ${issue.values.join(', ')}.` : undefined

export function invalid(errors: FieldError[], code: InvalidCode = 'validation_failed'): AppError {
  return new AppError(422, code, errors[0]?.detail ?? 'Some fields need attention.', { errors })
}

/** @param pointer JSON pointer of the field, such as "/email" @param detail sentence for people */
export function invalidField(pointer: string, detail: string, code?: InvalidCode): AppError {
  return invalid([{ pointer, code: 'custom', detail }], code)
}

type InvalidCode = { [Code in ErrorCode]: StatusOf<Code> extends 422 ? Code : never }[ErrorCode]
