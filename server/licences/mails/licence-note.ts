import { dayIn, formatDate } from '#shared/calendar/calendar.ts'

type Licence = { plan: string | undefined; seats: { limit: number }; updatesUntil: string }

/** "Studio, 3 machines, updates until 14 November 2027" */
export function licenceNote({ plan, seats, updatesUntil }: Licence, timeZone: string): string {
  const machines = seats.limit === 1 ? 'one machine' : `${seats.limit} machines`
  const updates = `updates until ${formatDate(dayIn(timeZone, updatesUntil))}`
  return [plan, machines, updates].filter(Boolean).join(', ')
}
