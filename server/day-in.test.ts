import { expect, test } from 'vitest'
import { dayIn } from './day-in.ts'

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
