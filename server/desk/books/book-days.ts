import { addDays, addMonths, type Day, dayIn } from '#shared/calendar/calendar.ts'
import { quarterOf } from '#shared/desk/quarters.ts'
import { invalidField } from '../../web/http/parse.ts'
import { startsAt } from '../within-days.ts'
import type { Span } from './sum-documents.ts'

/** Both days are included. */
export type BookDays = { from: Day; to: Day; timeZone: string }

/** Bounds the work of a request. Australia asks for records of 5 years (ITAA 1936, s 262A). */
const mostYears = 10

/** Defaults to the current quarter. @throws AppError 422 `invalid_request` for days in the wrong order or too far apart */
export function bookDays(
  { from, to }: { from?: Day | undefined; to?: Day | undefined },
  { timeZone, now }: { timeZone: string; now: Date },
): BookDays {
  const quarter = quarterOf(from ?? to ?? dayIn(timeZone, now))
  const days = { from: from ?? quarter.from, to: to ?? quarter.to, timeZone }
  if (days.to < days.from) throw refuse('The last day is before the first.')
  if (days.to >= addMonths(days.from, 12 * mostYears)) throw refuse(`At most ${mostYears} years at once.`)
  return days
}

export function spanOf({ from, to, timeZone }: BookDays): Span {
  return { name: 'books', from: startsAt(timeZone, from), to: startsAt(timeZone, addDays(to, 1)) }
}

function refuse(detail: string) {
  return invalidField('/to', detail, 'invalid_request')
}
