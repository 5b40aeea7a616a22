import { problemSchema } from '#shared/problem.ts'
import type { FuzzRequest } from './generate-request.ts'

export type FuzzAnswer = { status: number; type: string; text: string }

/** The refusals that are promised where something that we need isn't there. */
const promised = new Set([
  'webhook_not_configured',
  'verification_unavailable',
  'payment_provider_unavailable',
  'contact_unavailable',
])

/** What is wrong with an answer; null for a good one. */
export function judge(
  { method, path, headers }: FuzzRequest,
  { status, type, text }: FuzzAnswer,
): string | null {
  const isApi = /^\/api(\/|\?|$)/.test(path)
  const isHead = method === 'HEAD'
  if (/\n\s+at .*[(/].*:\d+:\d+/.test(text)) return 'a stack trace'
  if (status >= 500 && !(status === 503 && isApi && promised.has(codeOf(text)))) return `status ${status}`
  // A form's plain post is answered with a page.
  const isForm = headers['content-type'] === 'application/x-www-form-urlencoded'
  if (!isApi || status < 400 || isHead || (isForm && type === 'text/html')) return null
  if (type !== 'application/problem+json') return `${status} as ${type || 'nothing'}`
  const problem = problemSchema.safeParse(parsed(text))
  return problem.success && problem.data.status === status ? null : 'not a problem document'
}

function codeOf(text: string): string {
  return String(Object(parsed(text)).code)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
