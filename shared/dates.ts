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

/** The day of an ISO 8601 date or UTC time, the same in every time zone: "2026-11-14" → "14 November 2026". */
export function formatDate(date: string): string {
  const { day, month, year } = parts(date)
  return `${day} ${month} ${year}`
}

/** "2026-11-14" → "14 Nov 2026" */
export function formatShortDate(date: string): string {
  const { day, month, year } = parts(date)
  return `${day} ${month.slice(0, 3)} ${year}`
}

/** The date alone, as `<time>` wants it: "2026-11-14T00:00:00.000Z" → "2026-11-14" */
export function isoDay(date: string): string {
  return date.slice(0, 10)
}

function parts(date: string): { day: number; month: string; year: string } {
  const [year = '', month = '', day = ''] = isoDay(date).split('-')
  return { day: Number(day), month: months[Number(month) - 1] ?? '', year }
}
