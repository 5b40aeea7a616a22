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
