import { plural } from './count-words.ts'
import type { Finding } from './overview-answers.ts'

/** A new shop has many of these. */
const kinds = [
  { pattern: /^placeholder\b/, noun: 'placeholder' },
  { pattern: /^no picture$/, noun: 'missing picture' },
  { pattern: /^not set$/, noun: 'empty setting' },
]

/** "backups: the last one is 3 days old; 2 more; 31 placeholders" */
export function summariseFindings(findings: readonly Finding[]): string {
  const isOf = ({ found }: Finding) => kinds.some(({ pattern }) => pattern.test(found))
  const [first, ...others] = findings.length === 1 ? findings : findings.filter((finding) => !isOf(finding))
  const counts =
    findings.length === 1
      ? []
      : kinds.map(({ pattern, noun }) => ({
          noun,
          count: findings.filter(({ found }) => pattern.test(found)).length,
        }))
  return [
    first && `${first.where}: ${first.found}`,
    others.length > 0 && `${others.length} more`,
    ...counts.map(({ noun, count }) => count > 0 && plural(count, noun)),
  ]
    .filter(Boolean)
    .join('; ')
}
