import { expect, test, vi } from 'vitest'
import { reloadForChunk } from './chunk-reload.ts'

const createLocation = () => ({ assign: vi.fn(), reload: vi.fn(), pathname: '/shop', search: '', hash: '#a' })

function createBrowser(storage: Partial<Storage> = {}) {
  const kept = new Map<string, string>()
  const sessionStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    ...storage,
  } as Storage
  return { sessionStorage, location: createLocation() }
}

test('reloads at the wanted address, at most once in 60 seconds', () => {
  const browser = createBrowser()
  expect(reloadForChunk('/pricing', browser, 1_000_000)).toBe(true)
  expect(browser.location.assign).toHaveBeenCalledWith('/pricing')
  expect(reloadForChunk('/pricing', browser, 1_059_999)).toBe(false)
  expect(reloadForChunk('/pricing', browser, 1_060_000)).toBe(true)
  expect(browser.location.assign).toHaveBeenCalledTimes(2)
})

test('never reloads without storage', () => {
  const setItem = () => {
    throw new DOMException('refused', 'SecurityError')
  }
  const browser = createBrowser({ setItem })
  expect(reloadForChunk('/pricing', browser, 0)).toBe(false)
  expect(browser.location.assign).not.toHaveBeenCalled()
})

test('a storage that throws on access causes no failure', () => {
  const browser = {
    location: createLocation(),
    get sessionStorage(): Storage {
      throw new DOMException('refused', 'SecurityError')
    },
  }
  expect(reloadForChunk('/pricing', browser, 0)).toBe(false)
})

test('reloads the current page instead of scrolling to its hash', () => {
  const browser = createBrowser()
  expect(reloadForChunk('/shop#a', browser, 0)).toBe(true)
  expect(browser.location.reload).toHaveBeenCalledOnce()
  expect(browser.location.assign).not.toHaveBeenCalled()
})
