import { type Day, dayIn, formatDate, formatShortDate, minuteIn } from '#shared/calendar/calendar.ts'
import { isForGood } from '#shared/licensing/for-good.ts'
import { useTimeZone } from '../../site/framework/app-state.tsx'
import { useFrameIfAny } from '../frame/use-frame.ts'

/** A time in the company's time zone: "22 Nov 13:42", with the year if it isn't the current one. */
export function When({ at }: { at: string }) {
  const format = useWhen()
  return <time dateTime={at}>{format.minute(at)}</time>
}

export function useWhen() {
  const timeZone = useTimeZone()
  const frame = useFrameIfAny()
  const year = frame && dayIn(timeZone, frame.now).slice(0, 4)

  /** Keeps day and month on one line. */
  function calendarDay(day: Day): string {
    const text = formatShortDate(day).replace(' ', '\u00a0')
    return year && day.startsWith(year) ? text.slice(0, -5) : text
  }
  return {
    /** @param day in the company's time zone */
    calendarDay,
    /** Updates of some licences never end. */
    day: (at: string) => (isForGood(at) ? 'for good' : calendarDay(dayIn(timeZone, at))),
    minute: (at: string) => `${calendarDay(dayIn(timeZone, at))} ${minuteIn(timeZone, at).slice(11)}`,
    /** "Sunday 22 November 2026" */
    wholeDay: (at: string) => `${weekday(dayIn(timeZone, at), 'long')} ${formatDate(dayIn(timeZone, at))}`,
    /** "Sun 22 Nov" */
    shortDay: (at: string) => `${weekday(dayIn(timeZone, at), 'short')} ${calendarDay(dayIn(timeZone, at))}`,
    /** The value of a date field: "2026-11-22". */
    fieldDay: (at: string) => dayIn(timeZone, at),
  }
}

function weekday(day: Day, length: 'long' | 'short'): string {
  return new Intl.DateTimeFormat('en-AU', { weekday: length, timeZone: 'UTC' }).format(Date.parse(day))
}
