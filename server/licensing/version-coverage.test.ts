import { expect, test } from 'vitest'
import { addMonths } from './add-months.ts'
import { coversVersion } from './version-coverage.ts'

const releases = [
  { version: '2.2.1', date: '2026-09-02' },
  { version: '2.10.0', date: '2027-03-01' },
  { version: '2.3.0', date: '2026-11-14' },
]
const now = new Date('2027-06-01T00:00:00Z')

test.each([
  ['2.3.0', '2026-11-14T00:00:00.000Z', true, 'released on the last day'],
  ['2.3.0', '2026-11-13T23:59:59.000Z', false, 'released a day late'],
  ['2.10.0', '2026-12-01T00:00:00.000Z', false, 'newer by number, not by text'],
  ['2.3.0-beta.1', '2026-11-13T00:00:00.000Z', false, 'a beta of an uncovered version'],
  ['2.2.1+build.5', '2026-09-02T00:00:00.000Z', true, 'a build of a covered version'],
  ['2.2.9', '2026-09-30T00:00:00.000Z', true, 'not listed, between two: as old as the one below'],
  ['1.0.0', '2020-01-01T00:00:00.000Z', true, 'older than all listed'],
  ['3.0.0', '2027-05-31T00:00:00.000Z', false, 'newer than all listed, updates ended'],
  ['3.0.0', '2027-06-01T00:00:00.000Z', true, 'newer than all listed, updates run'],
])('version %s, updates until %s: %s (%s)', (version, updatesUntil, expected) => {
  expect(coversVersion(updatesUntil, version, releases, now)).toBe(expected)
})

test.each([
  ['2026-08-31', 6, '2027-02-28'],
  ['2027-08-31', 6, '2028-02-29'],
  ['2026-12-15', 12, '2027-12-15'],
  ['2028-02-29', 12, '2029-02-28'],
])('%s and %i months is %s', (from, months, to) => {
  expect(addMonths(new Date(from), months).toISOString().slice(0, 10)).toBe(to)
})
