import { expect, test } from 'vitest'
import { newestCovered } from './offered-to.ts'

const releases = [
  { version: '2.2.1', date: '2026-09-02' },
  { version: '2.10.0', date: '2027-03-01' },
  { version: '2.3.0', date: '2026-11-14' },
] as const

test.each([
  ['2026-09-01', undefined],
  ['2026-09-02', '2.2.1'],
  ['2026-11-13', '2.2.1'],
  ['2026-11-14', '2.3.0'],
  ['2030-01-01', '2.10.0'],
] as const)('updates until %s cover versions up to %s', (until, version) => {
  expect(newestCovered(releases, until)?.version).toBe(version)
})
