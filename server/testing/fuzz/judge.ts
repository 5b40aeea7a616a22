import { problemSchema } from '#shared/http/problem.ts'
import type { FuzzAnswer } from './exchange.ts'
import { type Flight, type FuzzRequest, hasShortHead } from './generate-request.ts'

/** Refusals that are documented for a missing external service. */
const promised = new Set([
  'webhook_not_configured',
  'verification_unavailable',
  'payment_provider_unavailable',
  'contact_unavailable',
])

const flood = 100

export function judgeFlight(flight: Flight, answers: FuzzAnswer[]): string | null {
  for (const [index, answer] of answers.entries()) {
    const fault = judge(flight[index] as FuzzRequest, answer)
    if (fault) return fault
  }
  const isWhole = answers.length === flight.length || flight.length > flood || answers.at(-1)?.closes
  return isWhole ? null : `${answers.length} answers to ${flight.length} requests`
}

export function judge(request: FuzzRequest, { status, type, text }: FuzzAnswer): string | null {
  const { method, path, headers, lines } = request
  const isApi = /^\/api(\/|\?|$)/.test(path)
  const isHead = method === 'HEAD'
  if (/\n\s+at .*[(/].*:\d+:\d+/.test(text)) return 'a stack trace'
  // Node itself refuses requests that it can't parse, and heads that are too long.
  if (lines.length > 0 && status === 400 && type === '') return null
  if (status === 431 && type === '' && !hasShortHead(request)) return null
  if (lines.some((line) => /^host:/i.test(line))) return `two hosts are a ${status}`
  if (status >= 500 && !(status === 503 && isApi && promised.has(codeOf(text)))) return `status ${status}`
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
