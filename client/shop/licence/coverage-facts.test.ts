import { expect, test } from 'vitest'
import { coverageOf } from './coverage.ts'
import { coverageSentence } from './coverage-facts.tsx'

const releases = [{ version: '2.0.0', date: '2024-05-01' }] as const
const today = '2026-11-20'

test.each([
  [
    '2019-05-03T13:59:59.999Z',
    'Runs for good. Covers versions released until 3 May 2019, older than any offered here',
  ],
  ['2025-05-03T13:59:59.999Z', 'Runs for good. Covers versions up to 2.0, released 1 May 2024'],
])('updates until %s: %s', (updatesUntil, sentence) => {
  expect(coverageSentence(coverageOf({ updatesUntil }, releases, 'Australia/Sydney', today))).toBe(sentence)
})
