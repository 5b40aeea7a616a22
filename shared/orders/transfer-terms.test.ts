import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Day, dayIn } from '../calendar/calendar.ts'
import { dueAt, reminderNote, stepTime, transferSteps, transferTermsSchema } from './transfer-terms.ts'

const terms = { dueDays: 14, remindAfterDays: [10, 17], lapseAfterDays: 30 }
const sydney = 'Australia/Sydney'

test('the days count from the day it was placed where the company is', () => {
  // In UTC this is still the 19th.
  expect(transferSteps(terms, sydney, '2026-11-19T22:00:00Z')).toEqual([
    { kind: 'remind', day: '2026-11-30' },
    { kind: 'due', day: '2026-12-04' },
    { kind: 'remind', day: '2026-12-07' },
    { kind: 'lapse', day: '2026-12-20' },
  ])
})

test('an order may be paid until its day is over', () => {
  expect(dueAt(terms, sydney, '2026-11-19T22:00:00Z').toISOString()).toBe('2026-12-04T12:59:59.999Z')
  const lapse = { kind: 'lapse' as const, day: '2026-12-20' as Day }
  expect(stepTime(lapse, sydney).toISOString()).toBe('2026-12-20T13:00:00.000Z')
})

test('across the clock’s changes every day is still due at its end', () => {
  const time = fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
  const zone = fc.constantFrom(
    sydney,
    'Pacific/Auckland',
    'Europe/Berlin',
    'America/New_York',
    'Asia/Tokyo',
    'UTC',
  )
  fc.assert(
    fc.property(time, zone, (placed, timeZone) => {
      const steps = transferSteps(terms, timeZone, placed)
      const due = steps.find(({ kind }) => kind === 'due')
      const end = dueAt(terms, timeZone, placed)
      expect(dayIn(timeZone, end)).toBe(due?.day)
      expect(dayIn(timeZone, new Date(end.getTime() + 1))).not.toBe(due?.day)
      expect(steps.map(({ day }) => day)).toEqual(steps.map(({ day }) => day).toSorted())
      for (const step of steps) expect(stepTime(step, timeZone) > placed).toBe(true)
    }),
  )
})

test.each([
  [{ ...terms, lapseAfterDays: 14 }],
  [{ ...terms, remindAfterDays: [10, 30] }],
  [{ ...terms, remindAfterDays: [17, 10] }],
  [{ ...terms, remindAfterDays: [10, 10] }],
  [{ ...terms, dueDays: 0 }],
])('%j isn’t accepted', (wrong) => {
  expect(transferTermsSchema.safeParse(wrong).success).toBe(false)
})

test('no reminders at all is fine', () => {
  expect(transferTermsSchema.safeParse({ ...terms, remindAfterDays: [] }).success).toBe(true)
})

test.each([
  [14, [], 'The invoice is due 14 days after the order.'],
  [1, [1], 'The invoice is due 1 day after the order, and we remind you by email after 1 day.'],
  [14, [10], 'The invoice is due 14 days after the order, and we remind you by email after 10 days.'],
  [
    14,
    [1, 17],
    'The invoice is due 14 days after the order, and we remind you by email after 1 and 17 days.',
  ],
  [
    7,
    [3, 10, 17],
    'The invoice is due 7 days after the order, and we remind you by email after 3, 10 and 17 days.',
  ],
])('due in %j and reminded of after %j days, terms say so', (dueDays, remindAfterDays, note) => {
  expect(reminderNote({ dueDays, remindAfterDays, lapseAfterDays: 30 })).toBe(note)
})
