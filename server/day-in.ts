/**
 * The date in a time zone, as ISO 8601 writes it: at nine in the morning in Sydney it is still yesterday in UTC.
 * @param timeZone a name of the IANA database, such as `Australia/Sydney`
 */
export function dayIn(timeZone: string, time: Date): string {
  return Temporal.Instant.fromEpochMilliseconds(time.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
    .toString()
}

/** The instant at which a day begins in a time zone. @param day "2026-11-22" */
export function startOfDay(timeZone: string, day: string): Date {
  return new Date(Temporal.PlainDate.from(day).toZonedDateTime(timeZone).epochMilliseconds)
}

/** @param day "2026-11-22" @param days may be negative */
export function addDays(day: string, days: number): string {
  return Temporal.PlainDate.from(day).add({ days }).toString()
}
