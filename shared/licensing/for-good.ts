import type { Day } from '../calendar/calendar.ts'

/** The last day of updates that never end. It is a valid date for programs that don't know its meaning. */
export const forGood: Day = '2999-12-31'

/** @param time a day or an instant */
export function isForGood(time: string): boolean {
  return time >= forGood.slice(0, 4)
}
