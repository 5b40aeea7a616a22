export type SummaryWindow = { from: Date; to: Date; dueAt: Date }

const timeOfDay = '08:00'
/** A payment that is being written while the summary leaves belongs to the next one. */
const margin = { minutes: 1 }

/** The summary that covers a payment: it is due at eight in the morning, and ends a minute earlier. */
export function summaryAt(timeZone: string, paidAt: Date): SummaryWindow {
  const local = Temporal.Instant.fromEpochMilliseconds(paidAt.getTime())
    .add(margin)
    .toZonedDateTimeISO(timeZone)
  const dueOn = (day: Temporal.PlainDate) => day.toZonedDateTime({ timeZone, plainTime: timeOfDay })
  const today = local.toPlainDate()
  const isOver = Temporal.ZonedDateTime.compare(local, dueOn(today)) >= 0
  const day = isOver ? today.add({ days: 1 }) : today
  const due = dueOn(day)
  return {
    from: toDate(dueOn(day.subtract({ days: 1 })).subtract(margin)),
    to: toDate(due.subtract(margin)),
    dueAt: toDate(due),
  }
}

function toDate({ epochMilliseconds }: Temporal.ZonedDateTime): Date {
  return new Date(epochMilliseconds)
}
