import fc from 'fast-check'
import { describe, expect, expectTypeOf, test } from 'vitest'
import {
  addDays,
  addMonths,
  type Day,
  dayIn,
  daysBetween,
  documentDay,
  documentTime,
  endOfDay,
  formatDate,
  formatShortDate,
  minuteIn,
  monthsBetween,
  namedDay,
  startOfDay,
} from './calendar.ts'

const sydney = 'Australia/Sydney'

test.each([
  ['2030-12-31', '2031-01-01', 1],
  // Summer time begins and ends: these are calendar days.
  ['2030-10-01', '2031-04-30', 211],
  ['2028-03-01', '2028-02-28', -2],
  ['2030-06-30', '2030-06-30', 0],
] as const)('from %s to %s are %i days', (from, to, days) => {
  expect(daysBetween(from, to)).toBe(days)
  expect(addDays(from, days)).toBe(to)
})

test.each([
  [sydney, '2030-12-31T13:00:00Z', '2031-01-01'],
  [sydney, '2030-12-31T12:59:59.999Z', '2030-12-31'],
  // Midnight comes an hour later outside summer time.
  [sydney, '2030-06-30T13:59:59.999Z', '2030-06-30'],
  [sydney, '2030-06-30T14:00:00Z', '2030-07-01'],
  ['America/New_York', '2031-01-01T04:59:00Z', '2030-12-31'],
  ['America/New_York', '2031-01-01T05:00:00Z', '2031-01-01'],
  ['UTC', '0999-01-01T00:00:00Z', '0999-01-01'],
] as const)('in %s it is at %s the day %s', (timeZone, time, day) => {
  expect(dayIn(timeZone, time)).toBe(day)
  expect(dayIn(timeZone, new Date(time))).toBe(day)
})

test.each([
  [sydney, '2026-12-22', '2026-12-21T13:00:00.000Z', '2026-12-22T12:59:59.999Z'],
  [sydney, '2026-06-22', '2026-06-21T14:00:00.000Z', '2026-06-22T13:59:59.999Z'],
  // Days have 25 hours when summer time ends and 23 when it begins.
  [sydney, '2026-04-05', '2026-04-04T13:00:00.000Z', '2026-04-05T13:59:59.999Z'],
  [sydney, '2026-10-04', '2026-10-03T14:00:00.000Z', '2026-10-04T12:59:59.999Z'],
  // Summer time begins at midnight, so the day begins at one.
  ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z', '2026-09-07T02:59:59.999Z'],
  ['Asia/Kathmandu', '2026-01-01', '2025-12-31T18:15:00.000Z', '2026-01-01T18:14:59.999Z'],
  ['Pacific/Kiritimati', '2026-01-01', '2025-12-31T10:00:00.000Z', '2026-01-01T09:59:59.999Z'],
  ['Etc/GMT+12', '2026-01-01', '2026-01-01T12:00:00.000Z', '2026-01-02T11:59:59.999Z'],
] as const)('in %s, %s lasts from %s to %s', (timeZone, day, start, end) => {
  expect(startOfDay(timeZone, day).toISOString()).toBe(start)
  expect(endOfDay(timeZone, day).toISOString()).toBe(end)
})

test('the days of a time zone follow each other without a gap', () => {
  const zones = fc.constantFrom(
    sydney,
    'America/New_York',
    'Europe/Berlin',
    'Asia/Kolkata',
    'America/Santiago',
  )
  fc.assert(
    fc.property(zones, fc.integer({ min: 0, max: 20_000 }), (timeZone, count) => {
      const day = addDays('2000-01-01', count)
      const [start, end] = [startOfDay(timeZone, day), endOfDay(timeZone, day)]
      expect([dayIn(timeZone, start), dayIn(timeZone, end)]).toEqual([day, day])
      expect(dayIn(timeZone, new Date(start.getTime() - 1))).toBe(addDays(day, -1))
      expect(end.getTime() + 1).toBe(startOfDay(timeZone, addDays(day, 1)).getTime())
    }),
  )
})

test('days are counted across months and years, both ways', () => {
  expect(addDays('2026-12-22', 30)).toBe('2027-01-21')
  expect(addDays('2028-03-01', -1)).toBe('2028-02-29')
})

test.each([
  ['2026-11-23', 12, '2027-11-23'],
  ['2026-01-31', 1, '2026-02-28'],
  ['2028-01-31', 1, '2028-02-29'],
  ['2028-02-29', 12, '2029-02-28'],
  ['2026-12-31', 2, '2027-02-28'],
  ['2026-03-31', -1, '2026-02-28'],
  ['2026-11-30', 0, '2026-11-30'],
] as const)('%s and %i months are %s', (day, months, expected) => {
  expect(addMonths(day, months)).toBe(expected)
})

test.each([
  ['2026-11-22', '2027-11-22', 12],
  ['2026-11-22', '2027-11-21', 11],
  ['2026-11-22', '2027-11-23', 12],
  ['2026-01-31', '2026-02-27', 0],
  ['2026-01-31', '2026-02-28', 1],
  ['2026-12-31', '2027-01-01', 0],
  ['2026-11-22', '2026-11-22', 0],
  ['2026-11-22', '2026-11-21', -1],
] as const)('from %s to %s are %i whole months', (from, to, months) => {
  expect(monthsBetween(from, to)).toBe(months)
})

test('a time is written to the minute, with 00 at midnight', () => {
  expect(minuteIn(sydney, '2026-11-22T13:05:59Z')).toBe('2026-11-23 00:05')
  expect(minuteIn(sydney, '2026-06-30T13:59:00Z')).toBe('2026-06-30 23:59')
})

describe('the date of a document', () => {
  test('is the day that it names, in every time zone', () => {
    for (const date of ['2026-11-14', '2026-11-14T00:00:00.000Z', '2026-11-14T00:00:00Z']) {
      expect(namedDay(date)).toBe('2026-11-14')
      expect(documentDay('America/New_York', date)).toBe('2026-11-14')
    }
  })

  test('with a time of day falls on a day of the company', () => {
    expect(namedDay('2026-11-14T13:00:00.000Z')).toBeNull()
    expect(documentDay(sydney, '2026-11-14T13:00:00.000Z')).toBe('2026-11-15')
  })

  test('begins with the first minute of a day, or at its time', () => {
    expect(documentTime(sydney, '2026-11-14')).toEqual(new Date('2026-11-13T13:00:00Z'))
    expect(documentTime(sydney, '2026-11-14T09:30:00.000Z')).toEqual(new Date('2026-11-14T09:30:00Z'))
  })
})

test('dates are written out, and with three letters of the month', () => {
  expect(formatDate('2026-11-14')).toBe('14 November 2026')
  expect(formatDate('2026-01-01')).toBe('1 January 2026')
  expect(formatShortDate('2026-09-02')).toBe('2 Sep 2026')
})

test('an instant is no day until a time zone makes it one', () => {
  expectTypeOf<'2026-11-14'>().toExtend<Day>()
  expectTypeOf<'2026-11-14T00:00:00.000Z'>().not.toExtend<Day>()
  expectTypeOf<string>().not.toExtend<Day>()
})
