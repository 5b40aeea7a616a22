import { z } from 'zod'
import { addDays, type Day, dayIn, endOfDay, startOfDay } from '../calendar/calendar.ts'
import { exactObject } from '../http/exact-object.ts'

function wholeDays(most: number) {
  const message = `a whole number of days from 1 to ${most}`
  return z.int(message).min(1, message).max(most, message)
}

export const transferTermsSchema = exactObject({
  dueDays: wholeDays(365),
  remindAfterDays: z.array(wholeDays(365)).max(5, 'at most five reminders'),
  lapseAfterDays: wholeDays(730),
})
  .refine(({ dueDays, lapseAfterDays }) => lapseAfterDays > dueDays, {
    path: ['lapseAfterDays'],
    message: 'an order lapses after it is due',
  })
  .refine(({ remindAfterDays, lapseAfterDays }) => remindAfterDays.every((days) => days < lapseAfterDays), {
    path: ['remindAfterDays'],
    message: 'reminders come before the order lapses',
  })
  .refine(
    ({ remindAfterDays }) => remindAfterDays.every((days, index) => days > (remindAfterDays[index - 1] ?? 0)),
    {
      path: ['remindAfterDays'],
      message: 'reminders come one after the other',
    },
  )

export type TransferTerms = z.infer<typeof transferTermsSchema>

export type TransferStep = { kind: 'remind' | 'due' | 'lapse'; day: Day }

/** "The invoice is due 14 days after the order, and we remind you by email after 10 and 17 days." */
export function reminderNote({ dueDays, remindAfterDays }: TransferTerms): string {
  const due = `The invoice is due ${inDays([dueDays])} after the order`
  return remindAfterDays.length === 0
    ? `${due}.`
    : `${due}, and we remind you by email after ${inDays(remindAfterDays)}.`
}

/** "1 day", or "3, 10 and 17 days". */
export function inDays(days: number[]): string {
  const list = new Intl.ListFormat('en-AU').format(days.map(String))
  return `${list} ${days.at(-1) === 1 ? 'day' : 'days'}`
}

/** Days in the company's time zone, earliest first. */
export function transferSteps(
  terms: TransferTerms,
  timeZone: string,
  placedAt: Date | string,
): TransferStep[] {
  const placed = dayIn(timeZone, placedAt)
  const steps: TransferStep[] = [
    ...terms.remindAfterDays.map((days) => ({ kind: 'remind', day: addDays(placed, days) }) as const),
    { kind: 'due', day: addDays(placed, terms.dueDays) },
    { kind: 'lapse', day: addDays(placed, terms.lapseAfterDays) },
  ]
  return steps.sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
}

export function dueAt(terms: TransferTerms, timeZone: string, placedAt: Date | string): Date {
  return endOfDay(timeZone, addDays(dayIn(timeZone, placedAt), terms.dueDays))
}

/** Reminders go out in the morning; an order lapses at the end of its day. */
export function stepTime({ kind, day }: TransferStep, timeZone: string): Date {
  return kind === 'remind' ? startOfDay(timeZone, day) : startOfDay(timeZone, addDays(day, 1))
}
