import { documentDay, formatDate, formatShortDate } from '#shared/calendar.ts'
import { useTimeZone } from '../app-state.tsx'

type Props = {
  /** As the document has it: a day, or a time. */
  date: string
  /** Three letters of the month. */
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
