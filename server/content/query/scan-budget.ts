import { badQuery } from './bad-query.ts'

/** What all patterns and searched words of a query weigh together. */
const weightMax = 5_000
/** Weight times characters of one text: no more than about 20 ms, whatever the pattern. */
const costMax = 10_000_000

/** Bounds what a query looks for in one text, because no other request runs meanwhile. */
export type ScanBudget = {
  /** @param weight how many steps a pattern or a word takes for a character, at most @throws ContentQueryError */
  add(weight: number): void
  /** To be called before a text is looked through. @throws ContentQueryError */
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
