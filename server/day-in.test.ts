import { expect, test } from 'vitest'
import { addDays, dayIn, startOfDay } from './day-in.ts'

test.each([
  ['Australia/Sydney', '2030-12-31T13:30:00Z', '2031-01-01'],
  ['Australia/Sydney', '2030-12-31T12:59:59.999Z', '2030-12-31'],
  // Summer time is over: midnight comes an hour later.
  ['Australia/Sydney', '2030-06-30T13:30:00Z', '2030-06-30'],
  ['America/New_York', '2031-01-01T04:59:00Z', '2030-12-31'],
  ['UTC', '0999-01-01T00:00:00Z', '0999-01-01'],
])('in %s it is at %s the day %s', (timeZone, time, day) => {
  expect(dayIn(timeZone, new Date(time))).toBe(day)
})

test.each([
  ['Australia/Sydney', '2026-12-22', '2026-12-21T13:00:00.000Z'],
  ['Australia/Sydney', '2026-06-22', '2026-06-21T14:00:00.000Z'],
  // There is no midnight on the day on which summer time begins.
  ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z'],
])('in %s, %s begins at %s', (timeZone, day, time) => {
  expect(startOfDay(timeZone, day).toISOString()).toBe(time)
})

test('days are counted across months and years, both ways', () => {
  expect(addDays('2026-12-22', 30)).toBe('2027-01-21')
  expect(addDays('2028-03-01', -1)).toBe('2028-02-29')
})
