import { expect, test } from 'vitest'
import { tryAgainIn } from './try-again.ts'

test.each([
  [1, 'in a minute'],
  [60, 'in a minute'],
  [61, 'in 2 minutes'],
  [3 * 60, 'in 3 minutes'],
  [57 * 60, 'in about an hour'],
  [75 * 60, 'in about an hour'],
  [80 * 60, 'in about 2 hours'],
  [24 * 60 * 60, 'in about 24 hours'],
])('after %i seconds: %s', (seconds, when) => {
  expect(tryAgainIn(seconds * 1000)).toBe(`Try again ${when}`)
})
