import type { Finding, Grade } from '#shared/desk/overview-answers.ts'

/** A finding whose grade may be that of its kind. */
export type Found = Omit<Finding, 'grade'> & Partial<Pick<Finding, 'grade'>>

export function graded(grade: Grade, found: readonly Found[]): Finding[] {
  return found.map((each) => ({ grade, ...each }))
}
