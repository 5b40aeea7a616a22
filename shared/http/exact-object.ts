import { closestMatch } from 'leven'
import { z } from 'zod'

/** Suggests the known name that an unknown member resembles. Several unknown members form one issue, one line each. */
export function exactObject<Shape extends z.ZodRawShape>(shape: Shape) {
  const known = Object.keys(shape)
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => complain(key, known)).join('\n')
        : undefined,
  })
}

function complain(key: string, known: string[]): string {
  const meant = closestMatch(key, known, { maxDistance: Math.max(2, Math.floor(key.length / 3)) })
  return meant
    ? `is not known here; did you mean “${meant}”?`
    : `is not known here; there is ${known.join(', ')}`
}
