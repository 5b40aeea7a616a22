import { expect, test } from 'vitest'
import { maxAttempts, retryDelayMs } from './retry-delay.ts'

const day = 24 * 60 * 60_000

test('starts at a minute, grows to two hours and ends after five days at least', () => {
  const pauses = Array.from({ length: maxAttempts }, (_, index) => retryDelayMs(index + 1, 0))
  expect(pauses.slice(0, 8).map((ms) => Number(ms) / 60_000)).toEqual([1, 2, 4, 8, 16, 32, 64, 120])
  expect(pauses.at(-1)).toBeNull()
  const total = pauses.reduce<number>((sum, ms) => sum + (ms ?? 0), 0)
  expect(total).toBeGreaterThanOrEqual(5 * day)
  expect(total).toBeLessThan(5.1 * day)
})

test('a jitter lengthens by up to a quarter, never shortens', () => {
  expect(retryDelayMs(1, 0.5)).toBe(67_500)
  expect(retryDelayMs(60, 1)).toBe(150 * 60_000)
})

test('an attempt beyond the last is the last too', () => {
  expect(retryDelayMs(maxAttempts + 5, 0)).toBeNull()
})
