import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { longestWaitMs, patienceMs, startPoll } from './poll.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

function watch(atLeast = 0) {
  const looks: number[] = []
  const began = Date.now()
  const look = vi.fn(async (_signal: AbortSignal) => {
    looks.push(Date.now() - began)
    return atLeast
  })
  const onGivenUp = vi.fn()
  let awake = true
  const poll = startPoll({ look, isAwake: () => awake, onGivenUp })
  const setAwake = (is: boolean) => {
    awake = is
    poll.wake()
  }
  return { looks, look, onGivenUp, poll, setAwake }
}

test('looks after two seconds, then ever more seldom, and gives up after some minutes', async () => {
  const { looks, onGivenUp } = watch()
  await vi.advanceTimersByTimeAsync(2 * patienceMs)
  expect(looks.slice(0, 3)).toEqual([2000, 4000, 7000])
  const waits = looks.slice(1).map((at, index) => at - (looks[index] ?? 0))
  expect(Math.max(...waits)).toBe(longestWaitMs)
  expect(waits).toEqual(waits.toSorted((a, b) => a - b))
  expect(looks.at(-1)).toBeLessThanOrEqual(patienceMs)
  expect(onGivenUp).toHaveBeenCalledOnce()
})

test('ends a question that gets no answer, and asks again', async () => {
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const ending = new AbortController()
    setTimeout(() => ending.abort(), ms)
    return ending.signal
  })
  const { look } = watch()
  look.mockImplementation(
    (signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  )
  await vi.advanceTimersByTimeAsync(2 * longestWaitMs)
  expect(look).toHaveBeenCalledTimes(2)
})

test('waits as long as it is told to', async () => {
  const { looks } = watch(10_000)
  await vi.advanceTimersByTimeAsync(25_000)
  expect(looks).toEqual([2000, 12_000, 22_000])
})

test('pauses while nobody watches, and looks at once when somebody does', async () => {
  const { looks, setAwake } = watch()
  setAwake(false)
  await vi.advanceTimersByTimeAsync(patienceMs)
  expect(looks).toEqual([])
  setAwake(true)
  await vi.advanceTimersByTimeAsync(0)
  expect(looks).toEqual([patienceMs])
})

test('being woken while it waits doesn’t make it look twice', async () => {
  const { looks, setAwake } = watch()
  setAwake(true)
  setAwake(true)
  await vi.advanceTimersByTimeAsync(2000)
  expect(looks).toEqual([2000])
})

test('a look that fails is followed by another', async () => {
  const { look, looks } = watch()
  look.mockRejectedValueOnce(new Error('offline'))
  await vi.advanceTimersByTimeAsync(4000)
  expect(look).toHaveBeenCalledTimes(2)
  expect(looks).toEqual([4000])
})

test('stopped while it looks, it looks no more', async () => {
  const { look, poll } = watch()
  look.mockImplementationOnce(async () => {
    poll.stop()
    return 0
  })
  await vi.advanceTimersByTimeAsync(patienceMs)
  expect(look).toHaveBeenCalledOnce()
})
