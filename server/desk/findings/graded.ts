import type { Finding, Found, Grade } from '#shared/desk/overview-answers.ts'

export function graded(grade: Grade, found: readonly Found[]): Finding[] {
  return found.map((each) => ({ grade, ...each }))
}
