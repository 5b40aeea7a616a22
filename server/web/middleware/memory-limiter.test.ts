import { RateLimiterRes } from 'rate-limiter-flexible'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createMemoryLimiter } from './memory-limiter.ts'

const policy = { quota: 2, windowSeconds: 60 }

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

test('counts a key until its window ends', async () => {
  const limiter = createMemoryLimiter(policy)
  expect(await limiter.get('a')).toBeNull()
  expect(await limiter.consume('a')).toMatchObject({ remainingPoints: 1, consumedPoints: 1 })
  vi.advanceTimersByTime(59_000)
  expect(await limiter.consume('a')).toMatchObject({ remainingPoints: 0, msBeforeNext: 1000 })
  await expect(limiter.consume('a')).rejects.toBeInstanceOf(RateLimiterRes)
  expect(await limiter.get('a')).toMatchObject({ consumedPoints: 3, msBeforeNext: 1000 })
  expect(await limiter.consume('b')).toMatchObject({ remainingPoints: 1 })
  vi.advanceTimersByTime(1000)
  expect(await limiter.get('a')).toBeNull()
  expect(await limiter.consume('a')).toMatchObject({ remainingPoints: 1 })
})

test('forgets the key that asked longest ago, so a client that goes on trying stays refused', async () => {
  const limiter = createMemoryLimiter(policy, 100)
  const others = async (count: number, name: string) => {
    for (let other = 0; other < count; other++) await limiter.consume(`${name} ${other}`)
  }
  for (const key of ['patient', 'persistent']) {
    await limiter.consume(key)
    await limiter.consume(key)
  }
  for (const name of ['one', 'two', 'three']) {
    await others(98, name)
    await expect(limiter.consume('persistent')).rejects.toBeInstanceOf(RateLimiterRes)
  }
  expect(await limiter.get('patient')).toBeNull()
  await others(100, 'four')
  expect(await limiter.get('persistent')).toBeNull()
})
