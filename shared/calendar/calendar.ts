/** A day in the company's time zone. A type of its own, so that no instant is shown as a day without a time zone. */
export type Day = `${number}-${number}-${number}`

/** @param timeZone an IANA name, such as `Australia/Sydney` */
export function dayIn(timeZone: string, time: Date | string): Day {
  const epochMs = typeof time === 'string' ? Date.parse(time) : time.getTime()
  const quarter = Math.floor(epochMs / quarterMs)
  const known = lastDays.get(timeZone)
  if (known?.quarter === quarter) return known.day
  const { year, month, day: date } = fieldsIn(timeZone, time)
  const day = `${year.padStart(4, '0')}-${month}-${date}` as Day
  lastDays.set(timeZone, { quarter, day })
  return day
}

const quarterMs = 15 * 60_000

/** Caches the last day: every request needs today, and formatting it takes a quarter of a stored page's time. */
const lastDays = new Map<string, { quarter: number; day: Day }>()

/** "2026-11-22 09:05" */
export function minuteIn(timeZone: string, time: Date | string): string {
  const { hour, minute } = fieldsIn(timeZone, time)
  return `${dayIn(timeZone, time)} ${hour}:${minute}`
}

/** The day's first instant: 1:00 if summer time begins at midnight. */
export function startOfDay(timeZone: string, day: Day): Date {
  const midnight = Date.parse(day)
  // No time zone is as much as 15 hours, or 60 quarters of an hour, from UTC.
  let [before, from] = [-60, 60]
  while (from - before > 1) {
    const middle = (before + from) >> 1
    if (dayIn(timeZone, new Date(midnight + middle * quarterMs)) < day) before = middle
    else from = middle
  }
  return new Date(midnight + from * quarterMs)
}

export function endOfDay(timeZone: string, day: Day): Date {
  return new Date(startOfDay(timeZone, addDays(day, 1)).getTime() - 1)
}

export const dayMs = 24 * 60 * 60 * 1000

export function addDays(day: Day, days: number): Day {
  return toDay(new Date(Date.parse(day) + days * dayMs))
}

/** From Friday to Sunday are 2 days. Negative if `to` is earlier. */
export function daysBetween(from: Day, to: Day): number {
  return (Date.parse(to) - Date.parse(from)) / dayMs
}

/**
 * Counts whole months. Negative if `to` is earlier. A short month's last day completes a month that began on a later
 * date.
 */
export function monthsBetween(from: Day, to: Day): number {
  const [months, later] = [from, to].map((day) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)))
  const between = (later as number) - (months as number)
  return addMonths(from, between) > to ? between - 1 : between
}

/** Returns the month's last day if the month has no such date. */
export function addMonths(day: Day, months: number): Day {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  const lastDate = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return toDay(new Date(Date.UTC(year, month - 1 + months, Math.min(date, lastDate))))
}

/** Reads a content document's date, which is midnight in UTC for a day. Null if it has a time of day. */
export function namedDay(date: string): Day | null {
  const [, day] = /^(\d{4}-\d\d-\d\d)(?:T00:00:00(?:\.000)?Z)?$/.exec(date) ?? []
  return (day ?? null) as Day | null
}

export function documentDay(timeZone: string, date: string): Day {
  return namedDay(date) ?? dayIn(timeZone, date)
}

export function documentTime(timeZone: string, date: string): Date {
  const day = namedDay(date)
  return day ? startOfDay(timeZone, day) : new Date(date)
}

/** "2026-11-14" → "14 November 2026" */
export function formatDate(day: Day): string {
  const { year, month, date } = partsOf(day)
  return `${date} ${month} ${year}`
}

export function formatShortDate(day: Day): string {
  const { year, month, date } = partsOf(day)
  return `${date} ${month.slice(0, 3)} ${year}`
}

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

function partsOf(day: Day) {
  const [year = '', month = '', date = ''] = day.split('-')
  return { year, month: months[Number(month) - 1] ?? '', date: Number(date) }
}

function toDay(midnight: Date): Day {
  return midnight.toISOString().slice(0, 10) as Day
}

type Field = 'year' | 'month' | 'day' | 'hour' | 'minute'

function fieldsIn(timeZone: string, time: Date | string): Record<Field, string> {
  const parts = formatterOf(timeZone).formatToParts(new Date(time))
  return Object.fromEntries(parts.map(({ type, value }) => [type, value])) as Record<Field, string>
}

const formatters = new Map<string, Intl.DateTimeFormat>()

/** Creating a formatter takes a hundred times as long as using it. */
function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone)
  if (known) return known
  const digits = '2-digit'
  const formatter = new Intl.DateTimeFormat('en-AU', {
    timeZone,
    calendar: 'iso8601',
    hourCycle: 'h23',
    year: 'numeric',
    month: digits,
    day: digits,
    hour: digits,
    minute: digits,
  })
  formatters.set(timeZone, formatter)
  return formatter
}
