import type { z } from 'zod'
import type { FieldError } from './problem.ts'

/** What a schema found wrong, each by the JSON pointer (RFC 6901) of its field; one for each field, the first. */
export function toFieldErrors({ issues }: z.ZodError): FieldError[] {
  const errors = issues.map((issue) => ({
    pointer: issue.path
      .map((name) => `/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`)
      .join(''),
    code: issue.code === 'custom' ? String(issue.params?.code ?? 'invalid') : issue.code,
    detail: issue.message,
  }))
  return errors.filter(
    ({ pointer }, index) => errors.findIndex((error) => error.pointer === pointer) === index,
  )
}
