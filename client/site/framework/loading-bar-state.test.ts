import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLoadingBar, createLoadingBarStore } from './loading-bar-state.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('appears 200 ms after the start and goes 500 ms after the end', () => {
  const store = createLoadingBarStore()
  const bar = createLoadingBar(store)
  bar.start()
  vi.advanceTimersByTime(199)
  expect(store.getState()).toBe('idle')
  vi.advanceTimersByTime(1)
  expect(store.getState()).toBe('loading')
  bar.finish()
  expect(store.getState()).toBe('done')
  vi.advanceTimersByTime(499)
  expect(store.getState()).toBe('done')
  vi.advanceTimersByTime(1)
  expect(store.getState()).toBe('idle')
})

test('a navigation that ends within 200 ms is never shown', () => {
  const store = createLoadingBarStore()
  const bar = createLoadingBar(store)
  bar.start()
  vi.advanceTimersByTime(150)
  bar.finish()
  vi.advanceTimersByTime(1000)
  expect(store.getState()).toBe('idle')
})

test('a failure shows at once, even within 200 ms, and hides after 500 ms', () => {
  const store = createLoadingBarStore()
  const bar = createLoadingBar(store)
  bar.start()
  vi.advanceTimersByTime(50)
  bar.fail()
  expect(store.getState()).toBe('failed')
  vi.advanceTimersByTime(500)
  expect(store.getState()).toBe('idle')
})

test('a new start replaces the old end', () => {
  const store = createLoadingBarStore()
  const bar = createLoadingBar(store)
  bar.start()
  vi.advanceTimersByTime(200)
  bar.finish()
  bar.start()
  vi.advanceTimersByTime(200)
  expect(store.getState()).toBe('loading')
})
