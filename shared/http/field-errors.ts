import type { z } from 'zod'
import type { FieldError } from './problem.ts'

/** Identifies fields by JSON pointer (RFC 6901), and keeps only the first error of each. */
export function toFieldErrors({ issues }: z.ZodError): FieldError[] {
  const errors = issues.map(({ path, code, message }) => ({
    pointer: toPointer(path),
    code,
    detail: message,
  }))
  return errors.filter(
    ({ pointer }, index) => index === errors.findIndex((error) => error.pointer === pointer),
  )
}

function toPointer(path: PropertyKey[]): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}
