import type { z } from 'zod'
import type { FieldError } from './problem.ts'

/** Identifies fields by JSON pointer (RFC 6901), and keeps only the first error of each. */
export function toFieldErrors({ issues }: z.ZodError): FieldError[] {
  const errors = issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => describe({ ...issue, path: [...issue.path, key], message: unknownMember }))
      : [describe(issue)],
  )
  return errors.filter(
    ({ pointer }, index) => index === errors.findIndex((error) => error.pointer === pointer),
  )
}

const unknownMember = 'There is no such member.'

function describe({ path, code, message }: Pick<z.core.$ZodIssue, 'path' | 'code' | 'message'>): FieldError {
  return { pointer: toPointer(path), code, detail: message }
}

function toPointer(path: PropertyKey[]): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}
