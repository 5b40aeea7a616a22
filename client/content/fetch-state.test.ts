import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createFetcher } from './fetch-state.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('is pending for at least 200 ms, however fast the answer', async () => {
  const { store, run } = createFetcher<string>(null)
  void run(async () => 'data')
  await vi.advanceTimersByTimeAsync(199)
  expect(store.getState()).toEqual({ pending: true, data: null, error: null })
  await vi.advanceTimersByTimeAsync(1)
  expect(store.getState()).toEqual({ pending: false, data: 'data', error: null })
})

test('a slower answer is shown as it comes', async () => {
  const { store, run } = createFetcher<string>(null)
  void run(() => new Promise((resolve) => setTimeout(resolve, 900, 'late')))
  await vi.advanceTimersByTimeAsync(899)
  expect(store.getState().pending).toBe(true)
  await vi.advanceTimersByTimeAsync(1)
  expect(store.getState().data).toBe('late')
})

test('an overtaken answer is dropped', async () => {
  const { store, run } = createFetcher<string>(null)
  void run(() => new Promise((resolve) => setTimeout(resolve, 500, 'first')))
  void run(async () => 'second')
  await vi.advanceTimersByTimeAsync(1000)
  expect(store.getState().data).toBe('second')
})

test('a failure keeps the data that was there', async () => {
  const { store, run } = createFetcher('old')
  void run(() => Promise.reject(new Error('down')))
  await vi.advanceTimersByTimeAsync(200)
  expect(store.getState()).toEqual({ pending: false, data: 'old', error: new Error('down') })
})

test('initial data is never pending', () => {
  expect(createFetcher('preloaded').store.getState()).toEqual({
    pending: false,
    data: 'preloaded',
    error: null,
  })
})

test('clearing empties the state and drops pending answers', async () => {
  const { store, run, clear } = createFetcher<string>(null)
  void run(async () => 'late')
  clear()
  await vi.advanceTimersByTimeAsync(1000)
  expect(store.getState()).toEqual({ pending: false, data: null, error: null })
})
