import { beforeEach, expect, test, vi } from 'vitest'

function storage() {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}

beforeEach(() => {
  vi.stubGlobal('window', { sessionStorage: storage(), localStorage: storage() })
})

/** Imitates a reload: modules start again, storage stays. */
async function load() {
  vi.resetModules()
  return import('./order-attempts.ts')
}

const body = { items: [{ sku: 'solo', qty: 1 }], verification: 'first' }

test('the same body has the same key, whatever its verification, also after a reload and in another tab', async () => {
  const key = (await load()).attemptKey(body)
  expect(key).toMatch(/^[0-9a-f]{32}$/)
  expect((await load()).attemptKey({ ...body, verification: 'second' })).toBe(key)
  vi.stubGlobal('window', { sessionStorage: storage(), localStorage: window.localStorage })
  expect((await load()).attemptKey(body)).toBe(key)
})

test('nothing of a body is stored', async () => {
  ;(await load()).attemptKey(body)
  expect(window.localStorage.getItem('orderAttempts')).not.toContain('solo')
})

test('another body has another key, and leaves the first its own', async () => {
  const { attemptKey } = await load()
  const key = attemptKey(body)
  expect(attemptKey({ ...body, items: [] })).not.toBe(key)
  expect(attemptKey(body)).toBe(key)
})

test('a forgotten attempt is followed by a new one, and forgetting another changes nothing', async () => {
  const { attemptKey, forgetAttempt } = await load()
  const key = attemptKey(body)
  forgetAttempt('another')
  expect(attemptKey(body)).toBe(key)
  forgetAttempt(key)
  expect(attemptKey(body)).not.toBe(key)
})

test('where storage is refused an attempt lives as long as the page', async () => {
  vi.stubGlobal('window', {
    get localStorage(): Storage {
      throw new DOMException('refused', 'SecurityError')
    },
  })
  const { attemptKey } = await load()
  expect(attemptKey(body)).toBe(attemptKey(body))
})

test('a placed order gives its cart once, and only its own, and is resumed until then', async () => {
  const { attemptKey, rememberPlaced, lastPlaced, takePlaced } = await load()
  const key = attemptKey(body)
  rememberPlaced(key, 'ord_1', body.items)
  expect(attemptKey(body)).toBe(key)
  expect(lastPlaced()).toBe('ord_1')
  expect(takePlaced('ord_2')).toBeNull()
  expect((await load()).takePlaced('ord_1')).toEqual(body.items)
  expect(takePlaced('ord_1')).toBeNull()
  expect(lastPlaced()).toBe('')
  expect(attemptKey(body)).not.toBe(key)
})

test('only the last few attempts are remembered', async () => {
  const { attemptKey, rememberPlaced, takePlaced } = await load()
  const of = (qty: number) => attemptKey({ items: [{ sku: 'solo', qty }] })
  const keys = Array.from({ length: 10 }, (_, index) => of(index))
  rememberPlaced(String(keys[9]), 'ord_1', [])
  expect(of(1)).toBe(keys[1])
  expect(of(0)).not.toBe(keys[0])
  expect(takePlaced('ord_1')).toEqual([])
})
