import { minuteIn } from '#shared/calendar/calendar.ts'

const names = new Map<string, Intl.DateTimeFormat>()

/** Names the time zone, because the log is in UTC: "2026-11-26 00:04 AEDT". */
export function timeText(timeZone: string, time: Date | string): string {
  const format = names.get(timeZone) ?? new Intl.DateTimeFormat('en-AU', { timeZone, timeZoneName: 'short' })
  names.set(timeZone, format)
  const zone = format.formatToParts(new Date(time)).find(({ type }) => type === 'timeZoneName')
  return `${minuteIn(timeZone, time)} ${zone?.value ?? timeZone}`
}
