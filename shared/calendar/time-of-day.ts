import { minuteIn } from './calendar.ts'

/** "11:12, Sydney time" */
export function timeOfDay(time: Date | string, timeZone: string): string {
  const place = timeZone.split('/').at(-1)?.replaceAll('_', ' ')
  return `${minuteIn(timeZone, time).slice(-5)}, ${place} time`
}
