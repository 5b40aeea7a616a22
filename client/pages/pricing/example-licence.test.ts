import { expect, test } from 'vitest'
import { exampleLicence } from './example-licence.ts'

const releases = [
  { version: '2.2.0', date: '2026-06-11' },
  { version: '2.3.0', date: '2026-11-14' },
  { version: '2.2.1', date: '2026-09-02' },
] as const

test('the example covers the release before the newest one, and misses the newest', () => {
  expect(exampleLicence(releases, 12)).toEqual({
    bought: '2025-10-08',
    until: '2026-10-08',
    missed: releases[1],
  })
})

test('the example ends as many months after it was bought as are sold, also where a month is short', () => {
  const leap = [
    { version: '1.0.0', date: '2028-02-29' },
    { version: '1.0.1', date: '2028-03-01' },
  ] as const
  expect(exampleLicence(leap, 12)).toMatchObject({ bought: '2027-02-28', until: '2028-02-28' })
})

test.each([
  ['without a release', []],
  ['after the first release', releases.slice(0, 1)],
  ['after two releases of one day', releases.slice(0, 1).flatMap((release) => [release, release])],
])('there is no example %s', (_when, known) => {
  expect(exampleLicence(known, 12)).toBeNull()
})
