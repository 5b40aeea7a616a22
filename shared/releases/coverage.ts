import type { Day } from '../calendar/calendar.ts'
import type { Release } from './releases.ts'

/** A licence's updates cover the releases up to and including their last day, forever. */
export function isCovered({ date }: Pick<Release, 'date'>, until: Day): boolean {
  return date <= until
}
