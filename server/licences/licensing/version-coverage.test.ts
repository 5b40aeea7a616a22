import { expect, test } from 'vitest'
import { dayIn } from '#shared/calendar/calendar.ts'
import { coversVersion, endOfUpdates } from './version-coverage.ts'

const sydney = 'Australia/Sydney'
const releases = [
  { version: '2.2.1', date: '2026-09-02' },
  { version: '2.10.0', date: '2027-03-01' },
  { version: '2.3.0', date: '2026-11-14' },
] as const
const today = '2027-06-01'

test.each([
  ['2.3.0', '2026-11-14', true, 'released on the last day'],
  ['2.3.0', '2026-11-13', false, 'released a day late'],
  ['2.10.0', '2026-12-01', false, 'newer by number, not by text'],
  ['2.3.0-beta.1', '2026-11-13', false, 'a beta of an uncovered version'],
  ['2.2.1+build.5', '2026-09-02', true, 'a build of a covered version'],
  ['2.2.9', '2026-09-30', true, 'not listed, between two: as old as the one below'],
  ['1.0.0', '2020-01-01', true, 'older than all listed'],
  ['3.0.0', '2027-05-31', false, 'newer than all listed, updates ended'],
  ['3.0.0', '2027-06-01', true, 'newer than all listed, updates run'],
] as const)('version %s, updates until %s: %s (%s)', (version, until, expected, _why) => {
  expect(coversVersion({ until, today }, version, releases)).toBe(expected)
})

test.each([
  // Half past midnight and half past eleven in Sydney are one day there, but two in UTC.
  ['2026-11-22T13:30:00Z', 12, '2027-11-23'],
  ['2026-11-23T12:30:00Z', 12, '2027-11-23'],
  // Half an hour past midnight in summer time, when twelve months later it has just ended.
  ['2027-04-02T13:30:00Z', 12, '2028-04-03'],
  ['2028-10-01T13:30:00Z', 12, '2029-10-02'],
  ['2026-08-30T14:30:00Z', 6, '2027-02-28'],
  ['2028-02-28T20:00:00Z', 12, '2029-02-28'],
] as const)('updates bought at %s end %i months later with the %s', (bought, months, last) => {
  const end = endOfUpdates(sydney, bought, months)
  expect(dayIn(sydney, end)).toBe(last)
  expect(dayIn(sydney, new Date(Date.parse(end) + 1))).not.toBe(last)
})

test('a renewal goes on where the updates before it end, and loses no day', () => {
  const first = endOfUpdates(sydney, '2026-11-22T13:30:00Z', 12)
  expect(endOfUpdates(sydney, first, 12)).toBe(endOfUpdates(sydney, '2026-11-22T13:30:00Z', 24))
  // Earlier licences stored the time of purchase.
  expect(dayIn(sydney, endOfUpdates(sydney, '2027-11-22T22:00:00.000Z', 12))).toBe('2028-11-23')
})
