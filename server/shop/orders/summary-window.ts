type SummaryWindow = { from: Date; to: Date; dueAt: Date }

const timeOfDay = '08:00'
/** Leaves a payment that is stored while the summary is sent to the next summary. */
const margin = { minutes: 1 }

/** Summaries are sent at eight in the morning and end a minute earlier. */
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
