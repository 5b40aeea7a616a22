import { plural } from './count-words.ts'
import type { Finding } from './overview-answers.ts'

/** Kinds of findings that a new shop has many of. */
const kinds = [
  { pattern: /^placeholder\b/, noun: 'placeholder' },
  { pattern: /^no picture$/, noun: 'missing picture' },
  { pattern: /^not set$/, noun: 'empty setting' },
]

/** "backups: the last one is 3 days old; 2 more; 31 placeholders" */
export function summariseFindings(findings: readonly Finding[]): string {
  const counted = findings.length === 1 ? [] : kinds
  const others = findings.filter(({ found }) => !counted.some(({ pattern }) => pattern.test(found)))
  const [first] = others
  const counts = counted.map(({ pattern, noun }) => {
    const count = findings.filter(({ found }) => pattern.test(found)).length
    return count > 0 && plural(count, noun)
  })
  return [
    first && `${first.where}: ${first.found}`,
    others.length > 1 && `${others.length - 1} more`,
    ...counts,
  ]
    .filter(Boolean)
    .join('; ')
}
