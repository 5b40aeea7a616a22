import { type Day, dayIn, namedDay, startOfDay } from '#shared/calendar/calendar.ts'
import type { ContentDocument } from './documents/document.ts'
import { timeOf } from './query/compare.ts'

/** `timeZone` decides when a document's day begins. */
type Reading = { now: Date; timeZone: string }

/** Hides drafts, and documents until their `date` in the time zone. */
export function createVisibility({ now, timeZone }: Reading): (document: ContentDocument) => boolean {
  const today = dayIn(timeZone, now)
  return ({ fields: { draft, date } }) => {
    const day = dayOf(date)
    return !isDraft(draft) && (day ? day <= today : !(instantOf(date) > now.getTime()))
  }
}

/** Epoch milliseconds; Infinity if none will appear. */
export function nextAppearance(documents: readonly ContentDocument[], { now, timeZone }: Reading): number {
  const today = dayIn(timeZone, now)
  let nextDay: Day | undefined
  let nextTime = Number.POSITIVE_INFINITY
  for (const { fields } of documents) {
    if (isDraft(fields.draft)) continue
    const [day, time] = [dayOf(fields.date), instantOf(fields.date)]
    if (day) {
      if (day > today && !(nextDay && nextDay <= day)) nextDay = day
    } else if (time > now.getTime() && time < nextTime) nextTime = time
  }
  return nextDay ? Math.min(nextTime, startOfDay(timeZone, nextDay).getTime()) : nextTime
}

/** YAML 1.2 reads `yes` as text. */
function isDraft(draft: unknown): boolean {
  return draft === true || (typeof draft === 'string' && /^(?:true|yes|on)$/i.test(draft))
}

function dayOf(date: unknown): Day | null {
  const time = instantOf(date)
  return Number.isNaN(time) ? null : namedDay(new Date(time).toISOString())
}

function instantOf(date: unknown): number {
  if (typeof date === 'number') return Number.NaN
  const time = timeOf(date)
  // An unreadable date such as "1 March 2027" also hides the document, as its author intended.
  return Number.isNaN(time) && typeof date === 'string' ? Date.parse(date) : time
}
