/** A recorded request; `cmp` tells how strictly answers are compared. */
export type RecordedCase = {
  name: string
  class: 'core' | 'ranking' | 'quirk' | 'error'
  method: 'GET' | 'POST' | 'PUT' | 'HEAD'
  path: string
  query?: string
  body?: unknown
  raw?: string
  cmp: 'auto' | 'value' | 'set' | 'groups' | 'rank' | 'count' | 'status' | 'hang'
  tieKeys?: string[]
}

/** `hang` means that the recorded server never answered. `better` is a sensible answer instead. */
export type RecordedAnswer = {
  name: string
  status: number
  body: unknown
  hang?: boolean
  scores?: number[]
  better?: { status: number; body?: unknown }
}

export type Answer = { status: number; body: unknown }

/** Accepts the recorded answer, a stated better one, or a 4xx where there was none. */
export function isAcceptable(recorded: RecordedCase, expected: RecordedAnswer, answer: Answer): boolean {
  const { better } = expected
  if (expected.hang && isClientError(answer)) return true
  if (!expected.hang && agrees(recorded, expected, answer)) return true
  if (!better) return false
  if (better.status === 400) return isClientError(answer)
  return agrees(recorded, { ...better, body: better.body, name: expected.name }, answer)
}

function agrees(recorded: RecordedCase, expected: RecordedAnswer, answer: Answer): boolean {
  if (expected.status !== answer.status) return false
  if (recorded.cmp === 'status' || expected.body === undefined) return true
  const wanted = comparable(expected.body)
  const given = comparable(answer.body)
  if (!Array.isArray(wanted) || !Array.isArray(given)) return canon(wanted) === canon(given)
  if (recorded.cmp === 'count') return wanted.length === given.length
  if (recorded.cmp === 'value') return canon(wanted) === canon(given)
  if (canon(wanted.map(canon).sort()) !== canon(given.map(canon).sort())) return false
  if (recorded.cmp === 'groups') return canon(keysOf(wanted, recorded)) === canon(keysOf(given, recorded))
  return recorded.cmp !== 'rank' || isFirst(wanted, given, expected.scores)
}

/** Hits of equal score may come in any order. */
function isFirst(wanted: unknown[], given: unknown[], scores: number[] | undefined): boolean {
  const at = wanted.findIndex((item) => canon(item) === canon(given[0]))
  return at <= 0 || (scores !== undefined && Math.abs((scores[at] ?? 0) - (scores[0] ?? 0)) < 1e-9)
}

function keysOf(items: unknown[], { tieKeys = [] }: RecordedCase): unknown[] {
  return items.map((item) => tieKeys.map((key) => (item as Record<string, unknown>)[key]))
}

function isClientError({ status, body }: Answer): boolean {
  return status >= 400 && status < 500 && typeof (body as { message?: unknown } | null)?.message === 'string'
}

/** Ignores file times and invisible line breaks. */
function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((item) => !isLineBreak(item)).map(comparable)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, item]): [string, unknown] => {
    if (key === 'createdAt' || key === 'updatedAt') return [key, 'a date']
    return [key, key === 'className' || key === 'rel' ? [item].flat().sort() : comparable(item)]
  })
  return Object.fromEntries(entries)
}

function isLineBreak(node: unknown): boolean {
  const { type, value } = Object(node) as { type?: unknown; value?: unknown }
  return type === 'text' && typeof value === 'string' && /^\s*\n\s*$/.test(value)
}

function canon(value: unknown): string {
  return JSON.stringify(value, (_key, item) =>
    item && typeof item === 'object' && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  )
}
