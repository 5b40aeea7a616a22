/** A day begins on a quarter of an hour in every time zone. */
const quarterMs = 15 * 60_000

let last = { timeZone: '', quarter: Number.NaN, day: '' }

/**
 * The date in a time zone, as ISO 8601 writes it: at nine in the morning in Sydney it is still yesterday in UTC.
 * Every page asks for today, so the last answer is kept.
 * @param timeZone a name of the IANA database, such as `Australia/Sydney`
 */
export function dayIn(timeZone: string, time: Date): string {
  const quarter = Math.floor(time.getTime() / quarterMs)
  if (quarter !== last.quarter || timeZone !== last.timeZone) {
    const instant = Temporal.Instant.fromEpochMilliseconds(time.getTime())
    last = { timeZone, quarter, day: instant.toZonedDateTimeISO(timeZone).toPlainDate().toString() }
  }
  return last.day
}

/** The instant at which a day begins in a time zone. @param day "2026-11-22" */
export function startOfDay(timeZone: string, day: string): Date {
  return new Date(Temporal.PlainDate.from(day).toZonedDateTime(timeZone).epochMilliseconds)
}

/** @param day "2026-11-22" @param days may be negative */
export function addDays(day: string, days: number): string {
  return Temporal.PlainDate.from(day).add({ days }).toString()
}
