import { badQuery } from './bad-query.ts'

/** The limit for all patterns and searched words of a query together. */
const weightMax = 5_000
/** Weight times characters of one text, about 20 ms whatever the pattern. */
const costMax = 10_000_000

/** Limits the work on one text, because no other request runs meanwhile. */
export type ScanBudget = {
  /** @param weight a pattern's or word's most steps per character @throws ContentQueryError */
  add(weight: number): void
  /** Must be called before each scan of a text. @throws ContentQueryError */
  check(text: string): void
}

export function createScanBudget(): ScanBudget {
  let total = 0
  return {
    add(weight) {
      total += weight
      if (total > weightMax) throw badQuery('where: has too many or too large patterns and words')
    },
    check({ length }) {
      if (total * length <= costMax) return
      throw badQuery(`where: has too many or too large patterns and words for a text of ${length} characters`)
    },
  }
}
