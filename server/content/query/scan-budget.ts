import { badQuery } from './bad-query.ts'

const weightMax = 5_000
/** Weight times characters of one text, about 20 ms whatever the pattern. */
const costMax = 10_000_000

export type ScanBudget = ReturnType<typeof createScanBudget>

/** Limits searches in text, during which no other request runs. */
export function createScanBudget() {
  let total = 0
  return {
    /** @param weight maximum steps per character of a pattern or word @throws ContentQueryError */
    add(weight: number): void {
      total += weight
      if (total > weightMax) throw badQuery('where: has too many or too large patterns and words')
    },
    /** Call before each text. @throws ContentQueryError */
    check({ length }: string): void {
      if (total * length <= costMax) return
      throw badQuery(`where: has too many or too large patterns and words for a text of ${length} characters`)
    },
  }
}
