import { HttpError } from '#shared/http/http-client.ts'
import type { Activation } from '#shared/licensing/answers.ts'
import { type ProblemEnd, unknownEnd } from './problems.ts'

export function problemOf(error: unknown): { code: string; activations?: Activation[]; end: ProblemEnd } {
  if (!(error instanceof HttpError)) return { code: 'unreachable', end: unknownEnd }
  const { code, activations, until = null } = Object(error.body)
  const { retryAfter } = error
  if (error.statusCode === 429) return { code: 'rate_limited', end: { until: null, retryAfter } }
  return { code: String(code ?? error.statusCode), activations, end: { until, retryAfter } }
}
