import { documentDay, formatDate, formatShortDate } from '#shared/calendar/calendar.ts'
import { useTimeZone } from '../site/framework/app-state.tsx'

type Props = {
  /** A day, or a time in ISO 8601. */
  date: string
  /** Shortens the month to three letters. */
  short?: boolean
  className?: string
}

export function DocumentDate({ date, short = false, className }: Props) {
  const day = documentDay(useTimeZone(), date)
  return (
    <time className={className} dateTime={day}>
      {short ? formatShortDate(day) : formatDate(day)}
    </time>
  )
}
