import { dayIn } from '../day-in.ts'

export type Today = { day: string; year: number }

/** Every border between two days of any time zone lies on a quarter of an hour. */
const quarterMs = 15 * 60_000

/** The date in a time zone: New Year comes when it comes to the company, wherever the server stands. */
export function createCalendar(clock: () => Date): (timeZone: string) => Today {
  let known = { quarter: Number.NaN, timeZone: '', today: { day: '', year: 0 } }
  return (timeZone) => {
    const now = clock()
    const quarter = Math.floor(now.getTime() / quarterMs)
    if (known.quarter !== quarter || known.timeZone !== timeZone) {
      known = { quarter, timeZone, today: read(now, timeZone) }
    }
    return known.today
  }
}

function read(now: Date, timeZone: string): Today {
  const day = dayIn(timeZone, now)
  return { day, year: Number(day.slice(0, 4)) }
}
