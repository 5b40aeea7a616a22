import { expect, test } from 'vitest'
import { elapsed, halted, newStopwatch, started } from './stopwatch.ts'

test('it counts only while it runs', () => {
  const first = halted(started(newStopwatch, 1000), 4000)
  expect(elapsed(first, 9000)).toBe(3000)
  const second = started(first, 10_000)
  expect(elapsed(second, 10_500)).toBe(3500)
})

test('a second start or stop changes nothing', () => {
  const running = started(newStopwatch, 1000)
  expect(started(running, 2000)).toBe(running)
  const still = halted(running, 3000)
  expect(halted(still, 5000)).toEqual(still)
})
